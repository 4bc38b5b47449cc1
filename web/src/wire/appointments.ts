/** Requests about appointments, vacations, and about whom one follows. */
import { remove, request } from './api';
import type { Appointment, AppointmentList, AppointmentRequest, FollowList, VacationState } from './generated';

const address = (id: string) => `/api/v1/appointments/${encodeURIComponent(id)}`;
export const listAppointments = () => request<AppointmentList>('/api/v1/appointments').then((answer) => answer.appointments);
export const createAppointment = (wanted: AppointmentRequest) => request<Appointment>('/api/v1/appointments', wanted);
export const readAppointment = (id: string) => request<Appointment>(address(id));
export const acceptTime = (id: string, time: number | null) => request<Appointment>(`${address(id)}/accept`, { time });
export const proposeTimes = (id: string, times: number[]) => request<Appointment>(`${address(id)}/propose`, { times });
export type AppointmentAct = 'decline' | 'cancel';
export const actOnAppointment = (id: string, act: AppointmentAct) => request<Appointment>(`${address(id)}/${act}`, {});

const followAddress = (id: string) => `/api/v1/follows/${encodeURIComponent(id)}`;
export const readFollows = () => request<FollowList>('/api/v1/follows');
export const follow = (id: string) => request<null>(followAddress(id), {});
export const unfollow = (id: string) => remove<null>(followAddress(id));
export const showOnline = (shows: boolean) => request<null>('/api/v1/me/online', { shows });

const VACATION = '/api/v1/me/vacation';
export const readVacation = () => request<VacationState>(VACATION);
export const beginVacation = (days: number) => request<VacationState>(VACATION, { days });
export const endVacation = () => request<VacationState>(`${VACATION}/end`, {});
