/** Requests for courses. */
import { request } from './api';
import type { Course, CourseList } from './generated';

/** The courses, and one with all its positions. */
export const listCourses = () => request<CourseList>('/api/v1/lessons').then((answer) => answer.courses);

export const readCourse = (id: string) => request<Course>(`/api/v1/lessons/${encodeURIComponent(id)}`);
