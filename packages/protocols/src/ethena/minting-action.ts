import { defineAction } from '../action/action.ts'
import type { AccountParameter, ActionParameters, ParameterValues } from '../action/parameter.ts'
import { ethenaMinting } from './function.ts'

const minting = {
  kind: 'account',
  role: 'minting',
  describe: 'Contract that mints and redeems USDe',
} as const satisfies AccountParameter

/** What an order says that the issuer has quoted and the vault has signed. */
const order = {
  minting,
  collateral: { kind: 'token', describe: 'Token that USDe is exchanged for' },
  usde: {
    kind: 'token',
    fact: { of: 'minting', call: 'usde()', returns: '(address)' },
    describe: 'USDe',
  },
  collateral_amount: {
    kind: 'amount',
    unit: 'collateral',
    describe: 'Collateral of the order, exactly as quoted',
  },
  usde_amount: { kind: 'amount', unit: 'usde', describe: 'USDe of the order, exactly as quoted' },
  order_id: { kind: 'text', describe: 'Identifier of the order, as quoted' },
  expiry: {
    kind: 'integer',
    min: 0n,
    max: 2n ** 120n - 1n,
    describe: 'When the order ends, as quoted: unix seconds',
  },
  nonce: {
    kind: 'integer',
    min: 0n,
    max: 2n ** 128n - 1n,
    describe: 'Number that keeps the order from being used twice, as quoted',
  },
  signature_type: {
    kind: 'integer',
    min: 0n,
    max: 1n,
    fallback: 0n,
    describe: '0 for a signature of a delegated signer, 1 for one that the vault checks (EIP-1271)',
  },
  signature: { kind: 'bytes', describe: 'Signature of the order' },
} as const satisfies ActionParameters

const orderType =
  '(string order_id, uint8 order_type, uint120 expiry, uint128 nonce, address benefactor, address beneficiary, address collateral_asset, uint128 collateral_amount, uint128 usde_amount) order'
const signatureType = '(uint8 signature_type, bytes signature_bytes) signature'
const rules = [ethenaMinting] as const

function orderOf(kind: bigint, values: ParameterValues<typeof order>) {
  const { order_id, expiry, nonce, self, collateral, collateral_amount, usde_amount } = values
  const head = [order_id, kind, expiry, nonce]
  return [...head, self, self, collateral, collateral_amount, usde_amount]
}

const mint = defineAction({
  route: 'ethena/mint',
  name: 'Mint USDe',
  description: 'Buys USDe from its issuer with a signed order.',
  sentence: 'Mint {usde_amount} for {collateral_amount}',
  parameters: {
    ...order,
    custodians: {
      kind: 'raw',
      type: 'address[]',
      sample: [],
      describe: 'Where the collateral goes, as quoted: a JSON list of addresses',
    },
    ratios: {
      kind: 'integers',
      min: 0n,
      max: 10_000n,
      describe: 'Share of each custodian in basis points, as quoted',
    },
  },
  signature: `mint(${orderType}, (address[] addresses, uint128[] ratios) route, ${signatureType})`,
  rules,
  target: 'minting',
  arguments: (values) => [
    orderOf(0n, values),
    [values.custodians, values.ratios],
    [values.signature_type, values.signature],
  ],
  approvals: [{ token: 'collateral', spender: 'minting', amount: 'collateral_amount' }],
})

const redeem = defineAction({
  route: 'ethena/redeem',
  name: 'Redeem USDe',
  description: 'Sells USDe back to its issuer with a signed order.',
  sentence: 'Redeem {usde_amount} for {collateral_amount}',
  parameters: order,
  signature: `redeem(${orderType}, ${signatureType})`,
  rules,
  target: 'minting',
  arguments: (values) => [orderOf(1n, values), [values.signature_type, values.signature]],
  approvals: [{ token: 'usde', spender: 'minting', amount: 'usde_amount' }],
})

const setDelegatedSigner = defineAction({
  route: 'ethena/set_delegated_signer',
  name: 'Allow a signer',
  description: 'Lets an account sign orders for the vault, once that account has accepted.',
  sentence: 'Let {signer} sign orders for {minting}',
  parameters: { minting, signer: { kind: 'account', describe: 'Who may sign' } },
  signature: 'setDelegatedSigner(address _delegateTo)',
  rules,
  target: 'minting',
  arguments: ({ signer }) => [signer],
})

const removeDelegatedSigner = defineAction({
  route: 'ethena/remove_delegated_signer',
  name: 'Remove a signer',
  description: 'Takes the right to sign orders for the vault back.',
  sentence: 'Let {signer} no longer sign orders for {minting}',
  parameters: { minting, signer: { kind: 'account', describe: 'Who may no longer sign' } },
  signature: 'removeDelegatedSigner(address _removedSigner)',
  rules,
  target: 'minting',
  arguments: ({ signer }) => [signer],
})

/** What a strategist can do with the issuer of USDe. */
export const ethenaMintingActions = [
  mint,
  redeem,
  setDelegatedSigner,
  removeDelegatedSigner,
] as const
