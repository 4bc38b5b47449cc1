/** Requests about order on the site: reports, decisions, blocks, and what moderators do. */
import { remove, request } from './api';
import type {
  AppealDecision,
  BlockList,
  MeasureRequest,
  ModerationLog,
  ModerationQueue,
  OwnDecisions,
  PersonRecord,
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
export const readQueue = () => request<ModerationQueue>(ROOT);
export const readLog = (after: number) => request<ModerationLog>(`${ROOT}/log?after=${after}`).then(({ entries }) => entries);
export const takeReport = (id: string) => request<null>(`${reportAt(id)}/take`, {});
export const noteReport = (id: string, text: string) => request<null>(`${reportAt(id)}/note`, { text });
/** Resolves a report; with null nothing is done about the person. */
export const resolveReport = (id: string, measure: MeasureRequest | null) => request<null>(`${reportAt(id)}/resolve`, { measure });
export const readPerson = (id: string) => request<PersonRecord>(`${ROOT}/players/${encodeURIComponent(id)}`);
export const takeMeasure = (id: string, measure: MeasureRequest) =>
  request<null>(`${ROOT}/players/${encodeURIComponent(id)}/decisions`, measure);
export const revokeDecision = (id: string) => request<null>(`${ROOT}/decisions/${encodeURIComponent(id)}/revoke`, {});
export const answerAppeal = (id: string, answer: AppealDecision) =>
  request<null>(`${ROOT}/decisions/${encodeURIComponent(id)}/answer`, answer);
