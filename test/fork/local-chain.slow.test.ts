import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { artifactOf } from './artifact.ts'

test('law: the committed chain is what the script makes', async () => {
  await artifactOf('Vault')
  const script = join(import.meta.dirname, '../../foundry/script/make-chain.ts')
  const run = promisify(execFile)(process.execPath, ['--conditions=source', script, '--check'])
  onTestFinished(() => void run.child.kill('SIGKILL'))
  const { stderr } = await run
  expect(stderr).toMatch(/fixtures\/chain: \d+ files are what the script makes/)
})
