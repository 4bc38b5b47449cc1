/** What a reader has done of each course, stored in this browser only. */

export interface CourseProgress {
  /** Id of the step that was shown last; empty at the beginning, `end` after the last step. */
  at: string;
  /** Ids of the steps that are done. */
  done: string[];
}

type Stored = Record<string, CourseProgress>;

/** The place after the last step. */
export const END = 'end';
const KEY = 'rukh-learn';

export function readProgress(course: string): CourseProgress {
  return readAll()[course] ?? { at: '', done: [] };
}

export function saveProgress(course: string, progress: CourseProgress): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...readAll(), [course]: progress }));
  } catch {
    // Without storage a course begins anew with each visit.
  }
}

/** Number of the step to show; a step that is gone from the course begins it anew. */
export function placeIn(steps: readonly string[], { at }: CourseProgress): number {
  return at === END ? steps.length : Math.max(0, steps.indexOf(at));
}

/** Number of steps that are done; steps that are gone from the course do not count. */
export function countDone(steps: readonly string[], { done }: CourseProgress): number {
  return steps.filter((step) => done.includes(step)).length;
}

function readAll(): Stored {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return isStored(found) ? found : {};
  } catch {
    return {};
  }
}

function isStored(found: unknown): found is Stored {
  const isOne = (one: unknown) => typeof (one as CourseProgress | null)?.at === 'string' && Array.isArray((one as CourseProgress).done);
  return typeof found === 'object' && found !== null && !Array.isArray(found) && Object.values(found).every(isOne);
}
