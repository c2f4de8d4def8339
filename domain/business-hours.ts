const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
type Weekday = (typeof weekdays)[number]

/** The same hours on each day from one weekday to another; times as `10:00`. */
export interface BusinessHours {
  from: Weekday
  to: Weekday
  opens: string
  closes: string
}

/** The days with these hours, and those without, each from Monday on. */
export function splitWeek({ from, to }: BusinessHours): { open: Weekday[]; closed: Weekday[] } {
  const isOpen = (day: Weekday) => weekdays.indexOf(day) >= weekdays.indexOf(from) && weekdays.indexOf(day) <= weekdays.indexOf(to)
  return { open: weekdays.filter(isOpen), closed: weekdays.filter((day) => !isOpen(day)) }
}
