import { existsSync, readdirSync } from 'node:fs'
import { buildRuleBook } from '@vaultwright/manager'
import { protocols, ruleBook } from '@vaultwright/protocols'
import { expect, test } from 'vitest'

const here = new URL('./', import.meta.url)
const folders = readdirSync(here).filter((name) => existsSync(new URL(`${name}/function.ts`, here)))

test('default', () => {
  expect(protocols.map(({ name }) => name)).toEqual(folders.sort())
})

test('behavior: every decoder that a folder exports is listed under its protocol', async () => {
  for (const { name, decoders } of protocols) {
    const folder = await import(`./${name}/function.ts`)
    expect([...decoders]).toEqual(Object.values(folder))
  }
})

test('behavior: the whole book follows the notation and is what the opened one is', () => {
  const built = buildRuleBook(protocols.flatMap((protocol) => protocol.decoders))
  expect([...built.groups.keys()]).toEqual([...ruleBook.groups.keys()])
  expect(built.decoders).toEqual(ruleBook.decoders)
})

test('behavior: rules are data', () => {
  expect(JSON.parse(JSON.stringify(protocols))).toEqual(protocols)
})
