import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { artifactOf } from './artifact.ts'

test('law: the recorded accountants are what the contracts do today', async () => {
  await artifactOf('AccountantRateProviders')
  const script = join(import.meta.dirname, '../../scripts/make-accountant-vectors.mjs')
  const run = promisify(execFile)(process.execPath, ['--conditions=source', script, '--check'])
  onTestFinished(() => void run.child.kill('SIGKILL'))
  const { stderr } = await run
  expect(stderr).toContain('accountant.json is what the script makes')
})
