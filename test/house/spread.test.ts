import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { codeOf, root, textOf } from './house.ts'

/** A literal that is spread into a literal of its own kind, and so could stand there itself. */
const spread = /\.\.\.(?:\{|\[(?:[^[\]]*)\](?=\s*[,\])]))/

test('law: no literal is spread into another', () => {
  const files = ['packages', 'workers', 'test'].flatMap((folder) =>
    (readdirSync(join(root, folder), { recursive: true }) as string[])
      .filter((path) => path.endsWith('.ts') && !/(^|\/)(node_modules|dist)\//.test(path))
      .map((path) => `${folder}/${path}`),
  )
  const spreading = files.filter((file) => spread.test(withoutTexts(codeOf(textOf(file)))))
  expect(spreading).toEqual([])
})

test('refuses: a spread literal is found, a spread value is not', () => {
  expect(spread.test('{ ...{ a, b }, c }')).toBe(true)
  expect(spread.test('[...[a, b], c]')).toBe(true)
  expect(spread.test('[...[a, b].map(f), c]')).toBe(false)
  expect(spread.test('{ ...(a && { b }), c }')).toBe(false)
})

function withoutTexts(code: string): string {
  return code.replace(/'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g, "''")
}
