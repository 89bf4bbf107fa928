import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openEdrEngine } from '@vaultwright/chain'
import {
  assertSameRun,
  type EngineTask,
  replayWitness,
  type SecondEngine,
} from '@vaultwright/outcome'
import { printWitness } from '@vaultwright/proof'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root, runProcess } from '../e2e/program.ts'
import { generatedBatch } from '../fork/proven/generated.ts'
import { type MatrixWorld, openMatrixWorld } from '../fork/simulation/matrix/world.ts'
import { installEdr } from './world/edr-package.ts'

const installed = await installEdr()
const reason = 'missing' in installed ? installed.missing : null
if (reason !== null) console.log(`skipped: ${reason}`)
const modules = 'missing' in installed ? '' : installed.modules
const open = () => openEdrEngine(join(modules, 'beside.js'))
afterAll(() => {
  if (modules !== '') rmSync(join(modules, '..'), { recursive: true, force: true })
})

describe.skipIf(reason !== null).each(['cancun', 'prague', 'osaka'] as const)('%s', (hardfork) => {
  let world: MatrixWorld
  beforeAll(async () => {
    world = await openMatrixWorld(hardfork)
    await world.settle()
  })
  afterAll(() => world?.close())

  /** Replays a generated batch with an engine beside. */
  const replay = async (seed: number, second: SecondEngine) => {
    const { request, proven } = await generatedBatch(world, seed)
    const afterRun = (run: Parameters<typeof assertSameRun>[1]) => assertSameRun(second, run)
    return replayWitness(proven.witness, request.block.hash, { afterRun })
  }

  test('law: EDR sees of each generated batch what the proven engine sees, to the unit of gas', async () => {
    const edr = open()
    let runs = 0
    const counting: SecondEngine = {
      ...edr,
      run: (task) => {
        runs++
        return edr.run(task)
      },
    }
    const statuses = new Set<string>()
    for (let seed = 1; seed <= 10; seed++) {
      const { simulation } = await replay(seed, counting)
      statuses.add(simulation.outcome.status)
    }
    expect(runs).toBe(10)
    expect([...statuses].sort()).toEqual(['reverted', 'success'])
  })

  test('refuses: state that differs, by the first thing that the engines then see otherwise', async () => {
    const edr = open()
    const damaged = (account: EngineTask['accounts'][number]) => ({
      ...account,
      storage: new Map(
        [...account.storage].map(([slot, value]) => [slot, value.replace(/[1-9a-f]$/, '0')]),
      ) as typeof account.storage,
    })
    const lied: SecondEngine = {
      ...edr,
      run: (task) => edr.run({ ...task, accounts: task.accounts.map(damaged) }),
    }
    await expect(replay(1, lied)).rejects.toMatchObject({
      code: 'engines_differ',
      facts: { engine: 'edr 0.13.0', what: expect.any(String) },
    })
  })

  test('golden: the command line replays a witness by both engines, offline, and says that they agree', async () => {
    const { request, proven } = await generatedBatch(world, 1)
    const { from, to, data, block, atUnix } = request
    const witness = join(modules, '../witness.json')
    writeFileSync(witness, printWitness(proven.witness))
    const words = ['simulate', data, '--from', from, '--to', to, '--time', String(atUnix)]
    const replay = [...words, '--replay', witness, '--block-hash', block.hash, '--chain', 'local']
    const env = { NODE_PATH: modules }
    const answer = runProcess([...replay, '--engine', 'edr'], { cwd: root, env })
    const alone = runProcess(replay, { cwd: root, env })
    expect({ code: answer.code, err: answer.err }).toEqual({ code: alone.code, err: alone.err })
    expect(answer.out).toContain('two engines agree: proven @ethereumjs/evm 10.1.3, edr 0.13.0\n')
    expect(alone.out).toContain('one engine, not cross-checked')
    const json = JSON.parse(runProcess([...replay, '--engine', 'edr', '--json'], { env }).out)
    expect(json).toMatchObject({ engine: 'proven', secondEngine: 'edr 0.13.0', agreed: true })
  })
})
