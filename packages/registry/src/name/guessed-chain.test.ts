import type { Address } from '@vaultwright/base'
import { expect, test } from 'vitest'
import { knownVaults } from '../known-vault.ts'
import { tokenOf } from '../token/known-token.ts'
import { guessChain, printChainGuess } from './guessed-chain.ts'

const liquidEth: Address = '0xf0bb20865277aBd641a307eCe5Ee04E79073416C'
const weth = (chainId: number) => tokenOf(chainId, 'WETH')!.address

test('law: a vault that is on one chain, or whose Manager is, is found there without accounts', () => {
  for (const deployment of knownVaults) {
    for (const manager of deployment.managers) {
      const chains = knownVaults.filter((one) => one.managers.includes(manager))
      const guess = guessChain({ vault: deployment.vault, manager, accounts: [] })
      expect(guess?.chainId ?? null).toBe(chains.length === 1 ? deployment.chainId : null)
    }
  }
})

test('golden: a vault on many chains is where its accounts are on record', () => {
  const guess = guessChain({ vault: liquidEth, manager: null, accounts: [weth(1)] })
  expect(guess).toMatchObject({ chainId: 1, chains: 11, accounts: 1 })
  expect(printChainGuess(guess!)).toBe(
    `mainnet, because vault ${liquidEth} is ether.fi Liquid ETH, which is on 11 chains, and most of its accounts are on record on mainnet (1)`,
  )
  const only = guessChain({
    vault: '0x917ceE801a67f933F2e6b33fC0cD1ED2d5909D88',
    manager: null,
    accounts: [],
  })
  expect(printChainGuess(only!)).toBe(
    'mainnet, because vault 0x917ceE801a67f933F2e6b33fC0cD1ED2d5909D88 is Super Symbiotic LRT (weETHs)',
  )
})

test('refuses: a vault that is not on record, and chains that are as likely', () => {
  expect(guessChain({ vault: null, manager: null, accounts: [weth(1)] })).toBeNull()
  expect(guessChain({ vault: weth(1), manager: null, accounts: [weth(1)] })).toBeNull()
  expect(
    guessChain({ vault: liquidEth, manager: null, accounts: [weth(1), weth(42161)] }),
  ).toBeNull()
})
