import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../../', import.meta.url)
const folder = new URL('fixtures/trees/', root)

type Script = { readonly makeFixtures: () => ReadonlyMap<string, string | Uint8Array> }

test('default', async () => {
  const script: Script = await import(new URL('scripts/make-fixtures.mjs', root).href)
  const made = script.makeFixtures()
  const committed = readdirSync(folder).filter((name) => name !== 'README.md')
  expect(committed.sort()).toEqual([...made.keys()].sort())
  for (const [name, content] of made) {
    const bytes = readFileSync(new URL(name, folder))
    expect([name, bytes.equals(Buffer.from(content as string))]).toEqual([name, true])
  }
})
