import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makers, staleOf } from '../../scripts/generated.mjs'
import { root } from './house.ts'

const scripts = join(root, 'scripts')

test('law: every script that makes files is one that `npm run check` runs, or needs the contracts', () => {
  const unchecked = ['make-abi', 'make-accountant-vectors']
  const below = ['vector', 'reader'].flatMap((folder) =>
    readdirSync(join(scripts, folder)).map((name) => `${folder}/${name}`),
  )
  const writers = [...readdirSync(scripts), ...below]
    .filter(
      (name) => name.endsWith('.mjs') && !['generated.mjs', 'check-generated.mjs'].includes(name),
    )
    .filter((name) =>
      /writeFileSync|writeIfStarted/.test(readFileSync(join(scripts, name), 'utf8')),
    )
    .map((name) => name.slice(0, -4))
    .filter((name) => /^(vector\/|reader\/)?(make|build)-/.test(name))
  expect(writers.toSorted()).toEqual([...makers, ...unchecked].toSorted())
})

test('refuses: a file that is not what was made, and one that is not there', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const files = new Map([
    ['README.md', readme],
    ['CHANGELOG.md', `${readme} `],
    ['fixtures/none.json', ''],
  ])
  expect(staleOf(files)).toEqual(['CHANGELOG.md', 'fixtures/none.json'])
})
