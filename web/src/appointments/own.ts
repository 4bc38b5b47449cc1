/** What the first page lists, with its texts; apart, so that the first page names one file. */
import { withArea } from '../locale/locale';

export const { default: Own } = await withArea('appointments', import('./OwnAppointments.svelte'));
