import { isBuiltin } from 'node:module'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** Names that reach out of a page, or that only Node has. */
const outside =
  /\b(?:fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon|importScripts|require)\s*\(|\bnew (?:Worker|Function)\b|\bimport\s*\(|\beval\s*\(/

test.each(['proof', 'evm', 'outcome'])(
  'law: %s and all that it imports run in a page: nothing of Node, no request, no code made at run time',
  async (room) => {
    const imported: string[] = []
    const build = await rolldown({
      input: `${root}/packages/${room}/src/index.ts`,
      platform: 'browser',
      resolve: { conditionNames: ['source', 'browser', 'import', 'default'] },
      treeshake: true,
      logLevel: 'silent',
      plugins: [
        {
          name: 'imports',
          resolveId: (id) => {
            if (isBuiltin(id)) imported.push(id)
            return null
          },
        },
      ],
    })
    const { output } = await build.generate({ format: 'esm', comments: false, minify: true })
    await build.close()
    expect(imported).toEqual([])
    const chunks = output.filter((chunk) => chunk.type === 'chunk')
    expect(chunks.flatMap(({ imports }) => imports)).toEqual([])
    for (const { code } of chunks) {
      expect(code.length).toBeGreaterThan(10_000)
      expect(outside.exec(code)?.[0] ?? null).toBeNull()
    }
  },
)

test('behavior: a request and a module of Node are seen', () => {
  expect(outside.test('await fetch("/x")')).toBe(true)
  expect(outside.test('new Function("return 1")')).toBe(true)
  expect(isBuiltin('node:fs') && isBuiltin('crypto')).toBe(true)
})
