import { type JudgedQueue, judgeQueue, watchEventsOf } from '@vaultwright/safe-service'
import { count, defineCommand, flag } from '../../command/command.ts'
import { untilInterrupted } from '../../command/service.ts'
import { UsageError } from '../../command/usage.ts'
import { handoverOptions, onSafe } from '../../handover/handover.ts'
import { printJsonLine } from '../../terminal/json.ts'
import { printSafely } from '../../terminal/table.ts'

export const command = defineCommand({
  name: 'safe watch',
  summary: 'Watch the queue of a Safe and report what changes',
  describe:
    'Looks at the queue of a Safe again and again, as safe queue does, and prints what changed: entries, their state and answer, signatures, what the service hides, and owners, threshold, modules and guards of the Safe. A line a change; with --json a document a line. Exit 1 if an answer was a No.',
  positionals: { safe: { describe: 'The Safe', value: 'address' } },
  options: {
    every: count('Seconds between two looks, at least 10; default: 300', 'seconds'),
    once: flag('Look once'),
    ...handoverOptions,
  },
  examples: [['safe watch 0x… --chain mainnet --tree tree.json --json', 'A stream of events']],
  run: async (args, context) => {
    const seconds = args.every ?? 300
    if (seconds < 10) throw new UsageError('--every cannot be below 10 seconds. Give 10 or more.')
    let hasNo = false
    let before: JudgedQueue | null = null
    const look = () =>
      onSafe(args.safe, { words: args, context }, async ({ reader, services }) => {
        const queue: JudgedQueue = await judgeQueue(await reader(), services, {
          ...(before !== null && { remembered: before.remembered }),
        })
        const events = watchEventsOf(before, queue)
        before = queue
        hasNo ||= queue.entries.some(({ verdict }) => verdict.answer === 'no')
        return events
      })
    async function* lines(print: (event: Awaited<ReturnType<typeof look>>[number]) => string) {
      for (;;) {
        for (const event of await look()) yield print(event)
        if (args.once) return
        const pause = new Promise((resolve) => setTimeout(resolve, seconds * 1_000).unref())
        await untilInterrupted(context.signal, pause)
      }
    }
    return {
      json: () => null,
      jsonLines: () => lines((event) => printJsonLine({ ...event })),
      text: (style) =>
        lines(({ event, message }) => `${style.dim(event.padEnd(10))}  ${printSafely(message)}\n`),
      exit: () => (hasNo ? 1 : 0),
    }
  },
})
