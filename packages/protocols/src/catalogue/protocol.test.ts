import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { buildRuleBook } from '@vaultwright/manager'
import { protocols, ruleBook } from '@vaultwright/protocols'
import { expect, test } from 'vitest'

const here = new URL('../', import.meta.url)
const isThere = (path: string) => existsSync(new URL(path, here))
const isProtocol = (path: string) =>
  isThere(path) && readFileSync(new URL(path, here), 'utf8').includes('\nexport const protocol = ')
const names = readdirSync(here)
const folders = names.filter((name) => isProtocol(`${name}/protocol.ts`))
const files = names.filter((name) => name.endsWith('.ts') && isProtocol(name))
const isSource = (name: string) => /^[^.]+\.ts$/.test(name)
const isDecoder = (value: unknown) =>
  typeof value === 'object' && value !== null && 'decoder' in value
const importFrom = (path: string) => import(path)
const homeOf = (name: string) => name.replaceAll('_', '-')

test('default', () => {
  const homes = [...folders, ...files.map((name) => name.replace('.ts', ''))]
  expect(protocols.map(({ name }) => homeOf(name))).toEqual(homes.sort())
})

test('behavior: a folder that has functions is a protocol', () => {
  const having = names.filter((name) => isThere(`${name}/function.ts`))
  expect(having.filter((name) => !folders.includes(name))).toEqual([])
})

test('behavior: every decoder that a protocol exports is listed under it', async () => {
  for (const { name, decoders } of protocols) {
    const home = homeOf(name)
    const inside = isThere(home) ? readdirSync(new URL(home, here)).filter(isSource) : []
    const paths = [`${home}.ts`, ...inside.map((file) => `${home}/${file}`)].filter(isThere)
    const modules = await Promise.all(paths.map((path) => importFrom(`../${path}`)))
    const rules = modules.flatMap(Object.values).filter(isDecoder)
    expect([...decoders]).toEqual(rules)
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

test('golden: the page of packages says how many actions, signatures and protocols there are', () => {
  const page = readFileSync(new URL('../../../../docs/package.md', import.meta.url), 'utf8')
  const actions = protocols.flatMap((one) => one.actions).length
  const described = protocols.filter(({ decoders }) => decoders.length > 0).length
  const figures = `${actions} actions, ${ruleBook.groups.size} signatures of ${described} protocols`
  expect(page).toContain(figures)
})
