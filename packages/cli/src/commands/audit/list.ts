import type { AdminAct } from '@vaultwright/operations'
import { adminOptions } from '../../admin/option.ts'
import { count, defineCommand } from '../../command/command.ts'
import { type Json, yes } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printTable, printTime } from '../../terminal/table.ts'

export const command = defineCommand({
  name: 'audit list',
  summary: 'List administrative acts, newest first',
  describe:
    'Lists the administrative acts in a tenant, newest first: actor, act and subject. "key:…" is a call with that API key, "user:…" a user of the web console, "local:…" a user of the database.',
  positionals: {},
  options: {
    limit: count('Most entries to show; default: 100', 'entries'),
    ...adminOptions,
  },
  examples: [
    ['audit list', 'The last 100 acts'],
    ['audit list --limit 1000 --json', 'More of them, for a program'],
  ],
  run: async (args, context) => {
    const { withAdmin } = await import('../../admin/open.ts')
    const acts = await withAdmin(args, context, (admin) => admin.listAudit(args.limit ?? 100))
    return {
      json: () => ({ acts: acts.map(actJsonOf) }),
      text: (style) => printActs(acts, style),
      exit: yes,
    }
  },
})

function actJsonOf({ id, atUnix, actor, act, subject, details }: AdminAct): Json {
  return { id, at: printTime(atUnix), actor, act, subject, details }
}

function printActs(acts: readonly AdminAct[], style: TextStyle): readonly string[] {
  if (acts.length === 0) return ['Nothing was done yet.\n']
  const columns = ['at', 'actor', 'act', 'subject', 'details'].map((title) => ({ title }))
  const rows = acts.map(({ atUnix, actor, act, subject, details }) => [
    printTime(atUnix),
    actor,
    act,
    subject,
    JSON.stringify(details),
  ])
  return printTable(columns, rows, style)
}
