import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './house.ts'

/** A path of a file of tests or sources, as scripts, comments and messages name it. */
const named = /\b(?:test|packages\/[a-z]+\/src|workers\/[a-z]+\/src)\/[\w./-]+\.(?:ts|mjs)\b/g

test('law: every file that a script or a test names by its path is there', () => {
  const files = ['release', 'scripts', 'test'].flatMap((folder) =>
    (readdirSync(join(root, folder), { recursive: true }) as string[])
      .filter((path) => /\.(ts|mjs)$/.test(path) && !path.includes('node_modules'))
      .map((path) => `${folder}/${path}`),
  )
  const missing = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(named)]
      .filter(([path]) => !existsSync(join(root, path)))
      .map(([path]) => `${file} names ${path}`),
  )
  expect(missing).toEqual([])
})
