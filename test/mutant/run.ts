// Plants small faults in a room's sources, one at a time and only in memory, and prints those that no test noticed:
// `npm run campaign -- mutate [room] [--seed 1] [--count 20] [--near] [--limit 300]`.
// First the room's own tests run, then, unless --near, for --limit seconds others of the quick tier that import the source.
import { parseArgs } from 'node:util'
import { BaseError } from '@vaultwright/base'
import { type Room, root } from '../house/house.ts'
import { drawMutants, type Mutant } from './mutant.ts'
import { type Noticing, openNoticing } from './noticing.ts'
import { compilable, pathIn, readSources, roomsOf } from './room.ts'

class FailingTestError extends BaseError {
  override readonly code = 'failing_test'
  override readonly kind = 'conflict'

  constructor(test: string) {
    super({ message: `${test} fails without a fault. Correct it first.`, facts: { test } })
  }
}

class InvalidNumberError extends BaseError {
  override readonly code = 'invalid_number'
  override readonly kind = 'invalid_input'

  constructor(name: string, text: string) {
    super({
      message: `--${name} "${text}" is not a whole number above zero. Give e.g. --${name} 20.`,
      facts: { name, text },
    })
  }
}

type Count = { readonly room: string; readonly planted: number; readonly noticed: number }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '20' },
    near: { type: 'boolean', default: false },
    limit: { type: 'string', default: '300' },
  },
})
const seed = numberOf('seed')
const count = numberOf('count')
/** Tests beyond the room, the most likely first, get so long for one fault. */
const farLimit = 1000 * numberOf('limit')
const chosen = roomsOf(positionals[0])
const noticing = await openNoticing()
const counts: Count[] = []
for (const room of chosen) counts.push(await measure(room))
console.log()
for (const { room, planted, noticed } of counts)
  console.log(`${room}: ${noticed} of ${planted} faults noticed, seed ${seed}`)
await noticing.close()
process.exit()

function numberOf(name: 'seed' | 'count' | 'limit'): number {
  if (!/^[1-9]\d{0,8}$/.test(values[name])) throw new InvalidNumberError(name, values[name])
  return Number(values[name])
}

async function measure(room: Room): Promise<Count> {
  const drawn = drawMutants(readSources(room), seed)
  // A third or so does not compile.
  const planted = compilable(drawn.slice(0, 2 * count)).slice(0, count)
  console.log(`\n${room.dir}: ${planted.length} of ${drawn.length} faults`)
  const near = new Map<string, Awaited<ReturnType<Noticing['testsOf']>>>()
  for (const { file } of planted) near.set(file, await noticing.testsOf(file, `${room.dir}/src/`))
  const tests = [...new Set([...near.values()].flat())]
  const from = Date.now()
  const failing = await noticing.run(tests, { mutant: null, limit: 600_000 })
  if (failing !== null) throw new FailingTestError(failing)
  const limit = 30_000 + 3 * (Date.now() - from)
  let noticed = 0
  for (const mutant of planted) {
    const start = Date.now()
    const notice =
      (await noticing.run(near.get(mutant.file) ?? [], { mutant, limit })) ??
      (values.near ? null : await runFar(room, mutant))
    if (notice !== null) noticed++
    const seconds = ((Date.now() - start) / 1000).toFixed(1)
    console.log(
      `${lineOf(room, mutant)}  ${notice === null ? 'NOT NOTICED' : `by ${notice}`}, ${seconds} s`,
    )
  }
  return { room: room.dir, planted: planted.length, noticed }
}

async function runFar(room: Room, mutant: Mutant) {
  const tests = await noticing.testsOf(mutant.file, root)
  const far = tests.filter(({ moduleId }) => !moduleId.startsWith(`${root}/${room.dir}/src/`))
  const notice = await noticing.run(far, { mutant, limit: farLimit })
  // So many tests may take longer without any fault.
  return notice === 'time' ? null : notice
}

function lineOf(room: Room, { file, line, before, after }: Mutant): string {
  const short = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 60)
  return `${pathIn(room, file)}:${line}  ${short(before)} → ${short(after)}`
}
