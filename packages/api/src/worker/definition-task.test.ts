import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { excessOfYaml, yamlBounds } from './definition-task.ts'

const folder = new URL('../../../../fixtures/definitions/', import.meta.url)
const definitions = readdirSync(folder).filter((name) => name.endsWith('.yaml'))

test.each(definitions)('golden: %s is far from every bound', (name) => {
  const text = readFileSync(new URL(name, folder), 'utf8')
  expect(excessOfYaml(text.repeat(20))).toBeNull()
})

test('law: brackets that close and dashes inside of lines nest nothing', () => {
  const piece = fc.constantFrom('[]', '{}', 'a: b-c-d\n', '- x\n', '# --- [x]\n', 'k: {a: [1]}\n')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 500 }), (pieces) => {
      expect(excessOfYaml(pieces.join(''))).toBeNull()
    }),
  )
})

test.each([
  ['brackets', '['.repeat(yamlBounds.depth), '[', 'depth'],
  ['braces', '{'.repeat(yamlBounds.depth), '{', 'depth'],
  ['dashes in a line', '- '.repeat(yamlBounds.depth), '- ', 'depth'],
  ['question marks in a line', '? '.repeat(yamlBounds.depth), '? ', 'depth'],
  ['lines of a dash', '-\n'.repeat(yamlBounds.marks / 2), '-', 'marks'],
  ['pairs', '[],'.repeat(yamlBounds.marks / 3 - 1), '[],[],[]', 'marks'],
])('refuses: too many %s', (_, text, more, excess) => {
  expect(excessOfYaml(text)).toBeNull()
  expect(excessOfYaml(text + more)).toBe(excess)
})
