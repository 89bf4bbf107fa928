import { compareDecoder, readPackedArguments } from '@vaultwright/chain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callOf, oneToken, openWorld, unknownAccount, type World } from '../world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world?.close())

const read = async (decoder: `0x${string}`, calldata: `0x${string}`) => {
  const block = await world.chain.readBlock('latest')
  return readPackedArguments({ chain: world.chain, block }, decoder, calldata)
}

test('default: the decoder on the chain and the rules agree', async () => {
  const decoder = world.decoder.address
  const calldata = callOf(world.pool, 'deposit', oneToken, unknownAccount)
  const answer = await read(decoder, calldata)
  expect(answer).toEqual({ ok: true, packed: unknownAccount.toLowerCase() })
  expect(compareDecoder({ decoder, calldata }, answer)).toEqual([])
})

test('behavior: a difference says both sides', async () => {
  const decoder = world.decoder.address
  const calldata = callOf(world.pool, 'deposit', oneToken, unknownAccount)
  const [finding] = compareDecoder({ decoder, calldata }, { ok: true, packed: '0x1234' })
  expect(finding).toMatchObject({ code: 'decoder_differs', severity: 'error' })
  expect(finding?.message).toContain('0x1234')
  expect(finding?.message).toContain(unknownAccount.toLowerCase())
})

test('error: no code, a function that the decoder lacks, an answer that is not bytes', async () => {
  const calldata = callOf(world.pool, 'deposit', oneToken, unknownAccount)
  const empty = await read(unknownAccount, calldata)
  expect(empty).toEqual({ ok: false, reason: 'no_code' })
  expect(compareDecoder({ decoder: unknownAccount, calldata }, empty)).toMatchObject([
    { code: 'decoder_without_code' },
  ])
  const lacking = await read(world.decoder.address, '0x12345678')
  expect(lacking).toMatchObject({
    reason: 'reverts',
    revert: { name: 'BaseDecoderAndSanitizer__FunctionSelectorNotSupported' },
  })
  const balance = callOf(world.tokens.plain, 'balanceOf', world.vault.address)
  expect(await read(world.tokens.plain.address, balance)).toMatchObject({ reason: 'not_bytes' })
})
