/** Who can read a study, as a choice. */
import { t } from '../locale/locale';
import type { StudyVisibility } from '../wire/generated';

const VISIBILITIES: StudyVisibility[] = ['private', 'link', 'public'];

export const visibilityOptions = () =>
  VISIBILITIES.map((value) => ({ value, title: t(`study-for-${value}`), text: t(`study-for-${value}-text`) }));
