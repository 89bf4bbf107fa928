import { openSharedQueue } from './queue-shared.ts'
import { labelOf, patient } from './queue-task.ts'

// A worker that begins whatever it is given and never ends it; it says what it began. For tests that kill it.
const [url, name] = process.argv.slice(2)
const queue = await openSharedQueue(url!, name!)
await queue.work(async (task) => {
  process.stdout.write(`${labelOf(task)}\n`)
  return new Promise(() => {})
}, patient)
process.stdin.on('end', () => process.exit(1)).resume()
