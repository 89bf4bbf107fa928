import { chains } from '@vaultwright/registry'
import { expect, test } from 'vitest'
import { chainOfWord, nodeHint } from './chain.ts'

test('law: every chain is meant by its id and by its slug in any letter case', () => {
  for (const chain of chains) {
    for (const word of [chain.slug, chain.slug.toUpperCase(), String(chain.id)]) {
      expect(chainOfWord(word, 'chain')).toEqual({ id: chain.id, known: chain })
    }
  }
})

test('golden: the hint names variables that exist', () => {
  expect(nodeHint(['sonicmainnet', 'hyperevm'])).toBe(
    'Set SONIC_MAINNET_RPC_URL or HYPER_EVM_RPC_URL, or give --rpc-url.',
  )
  expect(nodeHint(['mainnet'])).toBe('Set MAINNET_RPC_URL, or give --rpc-url.')
  expect(nodeHint(['atlantis'])).toBe('Give --rpc-url.')
})

test('refuses: a name that no chain has, with the nearest', () => {
  expect(() => chainOfWord('SonicMainet', 'chain')).toThrow('Did you mean "sonicmainnet"?')
})
