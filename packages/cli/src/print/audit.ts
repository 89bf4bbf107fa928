import type { AdminAct } from '../admin/admin.ts'
import type { Json } from '../answer.ts'
import type { Ink } from './ink.ts'
import { printTable } from './table.ts'
import { printTime } from './time.ts'

/** Turns an administrative act into what `--json` shows. */
export function actJsonOf({ id, atUnix, actor, act, subject, details }: AdminAct): Json {
  return { id, at: printTime(atUnix), actor, act, subject, details }
}

/** Prints administrative acts for a person. */
export function printActs(acts: readonly AdminAct[], ink: Ink): readonly string[] {
  if (acts.length === 0) return ['Nothing was done yet.\n']
  const columns = ['at', 'actor', 'act', 'subject', 'details'].map((title) => ({ title }))
  const rows = acts.map(({ atUnix, actor, act, subject, details }) => [
    ...[printTime(atUnix), actor, act, subject, JSON.stringify(details)],
  ])
  return printTable(columns, rows, ink)
}
