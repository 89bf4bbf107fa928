import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { contractsCompiled } from '../fork/artifact.ts'

// Forge's own tests, each as a test here, so that one run has one total.

type ForgeTest = {
  readonly status: 'Success' | 'Failure' | 'Skipped'
  readonly reason: string | null
  readonly decoded_logs: readonly string[]
  readonly counterexample: unknown
}
type Report = Readonly<
  Record<string, { readonly test_results: Readonly<Record<string, ForgeTest>> }>
>

const root = join(import.meta.dirname, '../..')
const runs = process.env.FUZZ_RUNS
const budget =
  runs === undefined
    ? {}
    : { FOUNDRY_FUZZ_RUNS: runs, FOUNDRY_INVARIANT_RUNS: String(Math.ceil(Number(runs) / 4)) }

await contractsCompiled()
const report = await forgeTest()

describe.each(Object.entries(report))('%s', (_suite, { test_results }) => {
  for (const [name, result] of Object.entries(test_results)) {
    const isSkipped = result.status === 'Skipped'
    if (isSkipped) console.log(`skipped: ${name}: ${result.reason ?? 'forge gives no reason'}`)
    test.skipIf(isSkipped)(name, () => {
      const { reason, decoded_logs, counterexample } = result
      expect({ status: result.status, reason, counterexample, log: decoded_logs }).toMatchObject({
        status: 'Success',
      })
    })
  }
})

test('error: a suite that is gone is noticed', () => {
  expect(Object.keys(report).length).toBeGreaterThan(20)
})

async function forgeTest(): Promise<Report> {
  const run = promisify(execFile)
  const args = [join(root, 'scripts/forge.mjs'), 'test', '--json']
  const env = { ...process.env, ...budget, FORCE_COLOR: '0' }
  const { stdout } = await run(process.execPath, args, { env, maxBuffer: 2 ** 28 }).catch(
    (error: { stdout?: string; stderr?: string }) => {
      // Forge exits with 1 when a test fails; its report is on standard output all the same.
      if (error.stdout?.trimStart().startsWith('{')) return { stdout: error.stdout }
      throw new Error(`forge test gave no report:\n${error.stderr ?? ''}${error.stdout ?? ''}`)
    },
  )
  return JSON.parse(stdout)
}
