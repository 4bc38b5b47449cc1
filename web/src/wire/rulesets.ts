/** Requests for rulesets with their options and laws. */
import { request } from './api';
import type { RulesetDetails } from './generated';

export const readRuleset = (instance: string) => request<RulesetDetails>(`/api/v1/rulesets/${encodeURIComponent(instance)}`);
