/** Requests about clubs. */
import { remove, request } from './api';
import type {
  ClubBoard,
  ClubDecision,
  ClubDetails,
  ClubEdit,
  ClubList,
  ClubMember,
  ClubMemberList,
  ClubPost,
  ClubPostRequest,
  ClubRequest,
  ClubRole,
  ClubSummary,
} from './generated';

const ROOT = '/api/v1/clubs';
const address = (id: string) => `${ROOT}/${encodeURIComponent(id)}`;
const query = (values: Record<string, string | number | undefined>) =>
  new URLSearchParams(Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]))).toString();

/** Clubs whose names have a text in them, founded before a time. */
export const listClubs = (name: string, before?: number): Promise<ClubSummary[]> =>
  request<ClubList>(`${ROOT}?${query({ name, before })}`).then(({ clubs }) => clubs);
export const ownClubs = (): Promise<ClubSummary[]> => request<ClubList>(`${ROOT}?mine=true`).then(({ clubs }) => clubs);
export const foundClub = (club: ClubRequest) => request<ClubDetails>(ROOT, club);
export const readClub = (id: string, invite?: string) => request<ClubDetails>(`${address(id)}?${query({ invite })}`);
export const editClub = (id: string, edit: ClubEdit) => request<ClubDetails>(address(id), edit);
export const closeClub = (id: string) => remove<null>(address(id));
export const joinClub = (id: string, invite: string | null) => request<ClubDetails>(`${address(id)}/join`, { invite });
export const leaveClub = (id: string) => request<null>(`${address(id)}/leave`, {});
export const tellOfEvents = (id: string, events: boolean) => request<null>(`${address(id)}/notices`, { events });
export type ListedPeople = 'members' | 'asking' | 'removed';
/** How many people come at once. */
export const PEOPLE_PAGE = 100;
export const clubPeople = (id: string, who: ListedPeople, from = 0): Promise<ClubMember[]> =>
  request<ClubMemberList>(`${address(id)}/members?${query({ who, from })}`).then(({ members }) => members);
const personAddress = (id: string, player: string) => `${address(id)}/members/${encodeURIComponent(player)}`;
export const changeMember = (id: string, player: string, role: ClubRole) => request<null>(personAddress(id, player), { role });
/** Declines somebody who asks, or lets somebody who was removed join again. */
export const forgetMember = (id: string, player: string) => remove<null>(personAddress(id, player));
/** How many posts come at once. */
export const POSTS_PAGE = 10;
export const readBoard = (id: string, before?: number) =>
  request<ClubBoard>(`${address(id)}/posts?${query({ before })}`).then(({ threads }) => threads);
export const writePost = (id: string, post: ClubPostRequest) => request<ClubPost>(`${address(id)}/posts`, post);
export const deletePost = (id: string, number: number) => remove<null>(`${address(id)}/posts/${number}`);
export const decideClub = (id: string, decision: ClubDecision) =>
  request<null>(`/api/v1/moderation/clubs/${encodeURIComponent(id)}`, decision);
