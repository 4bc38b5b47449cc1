/** Requests about order on the site: reports, decisions, blocks, and what moderators do. */
import { remove, request } from './api';
import type {
  AppealDecision,
  BlockList,
  DismissedReports,
  MeasureRequest,
  ModerationLog,
  ModerationQueue,
  OwnDecisions,
  PersonRecord,
  PlayIndicators,
  ReportReceipt,
  ReportRequest,
} from './generated';

export const sendReport = (report: ReportRequest) => request<ReportReceipt>('/api/v1/reports', report);

export const readDecisions = () => request<OwnDecisions>('/api/v1/decisions');
export const sendAppeal = (id: string, text: string) => request<null>(`/api/v1/decisions/${encodeURIComponent(id)}/appeal`, { text });

export const readBlocks = () => request<BlockList>('/api/v1/blocks').then(({ players }) => players);
export const block = (player: string) => request<BlockList>('/api/v1/blocks', { player }).then(({ players }) => players);
export const unblock = (player: string) => remove<BlockList>(`/api/v1/blocks/${encodeURIComponent(player)}`).then(({ players }) => players);

const ROOT = '/api/v1/moderation';
const reportAt = (id: string) => `${ROOT}/reports/${encodeURIComponent(id)}`;
/** What waits, with the reports after that of an id. */
export const readQueue = (after?: string) => request<ModerationQueue>(after ? `${ROOT}?after=${encodeURIComponent(after)}` : ROOT);
/** The last acts, or those before the act of a number, the last first. */
export const readLog = (before?: number) =>
  request<ModerationLog>(before === undefined ? `${ROOT}/log` : `${ROOT}/log?before=${before}`).then(({ entries }) => entries);
export const takeReport = (id: string) => request<null>(`${reportAt(id)}/take`, {});
/** Keeps a note in place of the one that was read. */
export const noteReport = (id: string, text: string, before: string | null) => request<null>(`${reportAt(id)}/note`, { text, before });
/** Resolves a report; with null nothing is done about the person. */
export const resolveReport = (id: string, measure: MeasureRequest | null) => request<null>(`${reportAt(id)}/resolve`, { measure });
export const readPerson = (id: string) => request<PersonRecord>(`${ROOT}/players/${encodeURIComponent(id)}`);
export const takeMeasure = (id: string, measure: MeasureRequest) =>
  request<null>(`${ROOT}/players/${encodeURIComponent(id)}/decisions`, measure);
/** Resolves all reports that a person has made, with nothing. */
export const dismissReports = (id: string) =>
  request<DismissedReports>(`${ROOT}/players/${encodeURIComponent(id)}/dismiss`, {}).then(({ count }) => count);
const indicatorsOf = (id: string) => `${ROOT}/players/${encodeURIComponent(id)}/indicators`;
/** Figures of how a person plays, and how far they are. */
export const readIndicators = (id: string) => request<PlayIndicators>(indicatorsOf(id));
/** Asks for them, unless that is under way. */
export const askIndicators = (id: string) => request<PlayIndicators>(indicatorsOf(id), {});
export const revokeDecision = (id: string) => request<null>(`${ROOT}/decisions/${encodeURIComponent(id)}/revoke`, {});
export const answerAppeal = (id: string, answer: AppealDecision) =>
  request<null>(`${ROOT}/decisions/${encodeURIComponent(id)}/answer`, answer);
export const hideStudy = (study: string, hidden: boolean) =>
  request<null>(`/api/v1/moderation/studies/${encodeURIComponent(study)}/hide`, { hidden });
