import {
  type ActionInputValues,
  actionOf,
  callContextOf,
  describeCall,
  encodeAction,
} from '@vaultwright/protocols'
import { encodeFunctionData, pad, parseAbi } from 'viem'
import { expect, test } from 'vitest'

const abi = parseAbi([
  'function depositForBurn(uint256 amount, uint32 destinationDomain, bytes32 mintRecipient, address burnToken, bytes32 destinationCaller, uint256 maxFee, uint32 minFinalityThreshold)',
  'function receiveMessage(bytes message, bytes attestation)',
])
const self = '0xf0bb20865277aBd641a307eCe5Ee04E79073416C'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const word = pad(self).toLowerCase() as `0x${string}`
const values: ActionInputValues = {
  messenger: usdc,
  token: usdc,
  destination: 6n,
  recipient: word,
  destination_caller: word,
  amount: 1_000_000n,
  max_fee: 100n,
  finality: 1000n,
  self,
  manager: self,
}
const burn = (changes: Partial<ActionInputValues>) =>
  encodeAction(actionOf('cctp/burn')!, { ...values, ...changes } as ActionInputValues)

test('default: a burn says where, for whom and who may hand it in', () => {
  const args = [1_000_000n, 6, word, usdc, word, 100n, 1000] as const
  expect(burn({})).toBe(encodeFunctionData({ abi, functionName: 'depositForBurn', args }))
})

test('default: a message is handed in as Circle gives it', () => {
  const input = { message: '0x0102', attestation: '0x03' } as const
  expect(encodeAction(actionOf('cctp/receive')!, { ...values, ...input })).toBe(
    encodeFunctionData({ abi, functionName: 'receiveMessage', args: ['0x0102', '0x03'] }),
  )
})

test('error: UnencodableError for a domain of more than 32 bits', () => {
  expect(() => burn({ destination: 2n ** 32n })).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})

test('golden: bytes before an account of a chain are marked, an account of 32 bytes is not, and both chains have names', () => {
  const described = (changes: Partial<ActionInputValues>) =>
    describeCall({ target: usdc, data: burn(changes), value: 0n }, callContextOf(1, self))
  const marked = (changes: Partial<ActionInputValues>) =>
    described(changes).arguments.flatMap(({ path, text, mark }) =>
      mark === 'other_value' ? [`${path} ${text}`] : [],
    )
  const dirty = `0x01${word.slice(4)}` as const
  expect(marked({})).toEqual([])
  expect(marked({ recipient: dirty, destination_caller: dirty })).toEqual(
    ['mintRecipient', 'destinationCaller'].map(
      (path) => `${path} ${dirty}: no account of Base, whose accounts have 20 bytes`,
    ),
  )
  expect(marked({ destination: 5n, recipient: dirty })).toEqual([])
  const networkIn = (destination: bigint) =>
    described({ destination }).arguments.find(({ path }) => path === 'destinationDomain')?.text
  expect([6n, 5n, 99n].map(networkIn)).toEqual([
    'Base (6)',
    'Solana (5)',
    'chain number 99, not on record',
  ])
})
