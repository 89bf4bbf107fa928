import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const program = `
import { registerHooks } from 'node:module'
const names = new Set()
registerHooks({
  load(url, context, next) {
    const name = /node_modules\\/((?:@[^/]+\\/)?[^/]+)\\/(?!.*node_modules)/.exec(url)?.[1]
    if (name !== undefined) names.add(name)
    return next(url, context)
  },
})
const indexer = await import('@vaultwright/indexer')
const before = [...names].sort()
await indexer.openIndexMetrics()
console.log(JSON.stringify({ before, after: [...names].sort() }))
`

test('law: programs that compute with days load no server, queue or metrics library', () => {
  const args = ['--conditions=source', '--no-warnings', '--input-type=module', '--eval', program]
  const run = spawnSync(process.execPath, args, { cwd: import.meta.dirname, encoding: 'utf8' })
  expect(run.stderr).toBe('')
  const { before, after } = JSON.parse(run.stdout) as Record<'before' | 'after', string[]>
  expect(before).toContain('typebox')
  for (const name of ['fastify', 'prom-client', 'bullmq', 'ioredis', '@bull-board/api'])
    expect(before).not.toContain(name)
  expect(after).toContain('prom-client')
})
