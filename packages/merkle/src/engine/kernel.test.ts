import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { buildKernels } from '../../../../scripts/build-kernel.mjs'

test('default: every kernel is what its source in assembly builds', async () => {
  const kernels = await buildKernels()
  expect(Object.keys(kernels)).toHaveLength(4)
  for (const [path, text] of Object.entries(kernels)) {
    const file = fileURLToPath(new URL(`../../../../${path}`, import.meta.url))
    const isSame = readFileSync(file, 'utf8') === text
    expect(isSame, `${path} is stale: run node scripts/build-kernel.mjs`).toBe(true)
  }
}, 60_000)
