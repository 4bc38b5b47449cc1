/** Requests about studies on the server, and their socket. */
import { ApiError, errorOf, remove, request } from './api';
import type {
  StudyDetails,
  StudyEdit,
  StudyList,
  StudyMessage,
  StudyOp,
  StudyOpList,
  StudyPgnReceipt,
  StudyReceipt,
  StudyRequest,
  StudyRole,
} from './generated';
import { ReconnectingSocket, type SocketState } from './socket';

const STUDIES = '/api/v1/studies';
/** Longest name of a study or a chapter, in characters. */
export const MAX_NAME = 120;
/** Longest comment, in characters. */
export const MAX_COMMENT = 4000;

export const studyAddress = (id: string) => `${STUDIES}/${encodeURIComponent(id)}`;

/** Those of the reader and those shared with them. */
export const listOwnStudies = () => request<StudyList>(`${STUDIES}?mine=true`).then(({ studies }) => studies);
/** Public studies, or those that were changed before a time. */
export const listPublicStudies = (before?: number) =>
  request<StudyList>(before === undefined ? STUDIES : `${STUDIES}?before=${before}`).then(({ studies }) => studies);
export const createStudy = (study: StudyRequest) => request<StudyDetails>(STUDIES, study);
export const readServerStudy = (id: string) => request<StudyDetails>(studyAddress(id));
export const editStudy = (id: string, edit: StudyEdit) => request<StudyDetails>(studyAddress(id), edit);
export const deleteServerStudy = (id: string) => remove<null>(studyAddress(id));
export const shareStudy = (id: string, name: string, role: StudyRole) =>
  request<StudyDetails>(`${studyAddress(id)}/members`, { name, role });
export const unshareStudy = (id: string, player: string) => remove<null>(`${studyAddress(id)}/members/${encodeURIComponent(player)}`);
/** Operations after a number, as many as come at once. */
export const readOps = (id: string, after: number) => request<StudyOpList>(`${studyAddress(id)}/ops?after=${after}`);
export const writeOps = (id: string, ops: readonly StudyOp[]) => request<StudyReceipt>(`${studyAddress(id)}/ops`, { ops });

/** Writes games of PGN into a study. */
export async function writePgn(id: string, pgn: string): Promise<StudyPgnReceipt> {
  const init = { method: 'POST', headers: { 'content-type': 'text/plain; charset=utf-8' }, body: pgn };
  const response = await fetch(`${studyAddress(id)}/pgn`, init).catch(() => {
    throw new ApiError(0, 'unreachable');
  });
  if (!response.ok) throw await errorOf(response);
  return (await response.json()) as StudyPgnReceipt;
}

export interface StudyListener {
  message: (message: StudyMessage) => void;
  state: (state: SocketState) => void;
}

/** Watches a study; `after` is the number of the last operation that is known. */
export function watchStudy(id: string, after: () => number, listener: StudyListener): ReconnectingSocket<StudyMessage, never> {
  return new ReconnectingSocket<StudyMessage, never>({
    address: () => `/ws/v1/study/${encodeURIComponent(id)}?after=${after()}`,
    opened: () => [],
    ...listener,
  });
}
