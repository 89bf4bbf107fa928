import { existsSync, readdirSync } from 'node:fs'
import { buildRuleBook } from '@vaultwright/manager'
import { protocols, ruleBook } from '@vaultwright/protocols'
import { expect, test } from 'vitest'

const here = new URL('./', import.meta.url)
const folders = readdirSync(here).filter((name) => existsSync(new URL(`${name}/protocol.ts`, here)))
const folderOf = (name: string) => name.replaceAll('_', '-')

test('default', () => {
  expect(protocols.map(({ name }) => folderOf(name))).toEqual(folders.sort())
})

test('behavior: a folder that has functions or actions is a protocol', () => {
  const having = readdirSync(here).filter((name) =>
    ['function.ts', 'action.ts'].some((file) => existsSync(new URL(`${name}/${file}`, here))),
  )
  expect(having.sort()).toEqual(folders.sort())
})

test('behavior: every decoder that a folder exports is listed under its protocol', async () => {
  for (const { name, decoders } of protocols) {
    if (!existsSync(new URL(`${folderOf(name)}/function.ts`, here))) continue
    const folder = await import(`./${folderOf(name)}/function.ts`)
    expect([...decoders]).toEqual(Object.values(folder))
  }
})

test('behavior: the whole book follows the notation and is what the opened one is', () => {
  const built = buildRuleBook(protocols.flatMap((protocol) => protocol.decoders))
  expect([...built.groups.keys()]).toEqual([...ruleBook.groups.keys()])
  expect(built.decoders).toEqual(ruleBook.decoders)
})

test('behavior: rules are data', () => {
  const decoders = protocols.flatMap((protocol) => protocol.decoders)
  expect(JSON.parse(JSON.stringify(decoders))).toEqual(decoders)
})
