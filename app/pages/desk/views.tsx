import type { ComponentType } from 'react'
import { deskFrame } from '#words/desk/frame.ts'
import { ExportView } from './export/export-view.tsx'
import { FindView } from './find/find-view.tsx'
import { FormView } from './form/form-view.tsx'
import { LogView } from './log/log-view.tsx'
import { PeopleView } from './people/people-view.tsx'
import type { View } from './place.ts'
import { TodayView } from './today/today-view.tsx'
import { ViewHeading } from './view-heading.tsx'

const components: Partial<Record<View, ComponentType>> = {
  today: TodayView,
  find: FindView,
  form: FormView,
  export: ExportView,
  log: LogView,
  people: PeopleView,
}

/** What draws a view. */
export function viewOf(view: View): { Component: ComponentType } {
  return { Component: components[view] ?? (() => <ViewHeading>{deskFrame.views[view]}</ViewHeading>) }
}
