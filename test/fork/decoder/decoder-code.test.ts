import { readFileSync } from 'node:fs'
import type { Address, Hex } from '@vaultwright/base'
import { compareCode, readBuiltCode } from '@vaultwright/chain'
import { functionCandidates, selectorOf } from '@vaultwright/manager'
import { ruleBook } from '@vaultwright/protocols'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { artifactPathOf } from '../artifact.ts'
import {
  checkQuietly,
  type DecoderChain,
  deployable,
  differencesOf,
  openDecoderChain,
  roles,
} from './deployed-decoder.ts'

let world: DecoderChain
const buildOf = async (contract: string, file = contract) =>
  readBuiltCode(JSON.parse(readFileSync(await artifactPathOf(file, contract), 'utf8')), null)
const codeOf = async (account: Address): Promise<Hex> =>
  (await world.chain.readCode(account, await world.chain.readBlock('latest'))).code

beforeAll(async () => {
  world = await openDecoderChain()
})
afterAll(() => world?.anvil.close())

test('law: every decoder of ours is its own build with the immutables of its constructor, and no other one', async () => {
  const builds = new Map<string, Awaited<ReturnType<typeof buildOf>>>()
  for (const { contract } of deployable) builds.set(contract, await buildOf(contract))
  let immutables = 0
  for (const { contract, takes } of deployable) {
    const code = await codeOf(await world.deploy(contract, takes))
    const comparison = compareCode(code, builds.get(contract)!)
    expect({ contract, ...comparison }).toMatchObject({
      verdict: 'equal',
      byte: null,
      libraries: [],
    })
    const addresses = new Set(takes.map((role) => roles[role]!.slice(2).toLowerCase()))
    const values = comparison.immutables.map(({ value }) => value.slice(26))
    expect(values.filter((value) => addresses.has(value)).length > 0, contract).toBe(
      values.length > 0,
    )
    immutables += comparison.immutables.length
    for (const [name, build] of builds) {
      if (build.code === builds.get(contract)!.code) continue
      expect(compareCode(code, build).verdict, `${contract} by ${name}`).toBe('differs')
    }
  }
  expect(immutables).toBeGreaterThan(3)
})

test('law: whichever byte of deployed code is changed, it is found, though no question would find it', async () => {
  const contract = 'PancakeSwapV3Decoder'
  const { takes } = deployable.find((one) => one.contract === contract)!
  const build = await buildOf(contract)
  const decoder = await world.deploy(contract, takes)
  const code = await codeOf(decoder)
  const open = [...build.immutables!.values()].flat()
  for (let index = 0; index < code.length / 2 - 1; index += 7) {
    const byte = Number.parseInt(code.slice(2 + 2 * index, 4 + 2 * index), 16) ^ 0x20
    const changed = `${code.slice(0, 2 + 2 * index)}${byte.toString(16).padStart(2, '0')}${code.slice(4 + 2 * index)}`
    await world.anvil.rpc.ask([{ method: 'anvil_setCode', params: [decoder, changed] }])
    const isImmutable = open.some(({ start, length }) => index >= start && index < start + length)
    const { verdict, byte: first } = compareCode(await codeOf(decoder), build)
    expect({ at: index, verdict }).toEqual({ at: index, verdict: 'differs' })
    if (!isImmutable) expect(first).toBe(index)
  }
})

test('refuses: a decoder that packs nothing on one amount of 65,536, with which its answers agree', async () => {
  const decoder = await world.deploy('RareTrigger')
  const candidates = functionCandidates(ruleBook).filter(
    ({ selector }) => selector === selectorOf('withdraw(address,uint256)'),
  )
  const { functions } = await checkQuietly(world, decoder, { candidates, runs: 100, seed: 'rare' })
  expect(functions.map(differencesOf)).toEqual([[]])
  const code = await codeOf(decoder)
  expect(compareCode(code, await buildOf('CompoundV3Decoder')).verdict).toBe('differs')
  expect(compareCode(code, await buildOf('RareTrigger')).verdict).toBe('equal')
})
