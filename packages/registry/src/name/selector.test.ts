import { type AbiEvent, type AbiFunction, toEventSelector, toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import { managerAbi } from '../abi/manager-abi.ts'
import { vaultAbi } from '../abi/vault-abi.generated.ts'
import {
  managerErrorSelectors,
  managerSelectors,
  managerTopics,
  vaultSelectors,
} from './selector.ts'

const named = <T>(entries: readonly (readonly [string, T])[]) => Object.fromEntries(entries)
const selectorIn = (item: { readonly type: string }) =>
  toFunctionSelector({ ...item, type: 'function' } as AbiFunction)

test('default', () => {
  const functions = managerAbi.filter((item) => item.type === 'function')
  expect(managerSelectors).toEqual(named(functions.map((item) => [item.name, selectorIn(item)])))
  const events = managerAbi.filter((item) => item.type === 'event')
  expect(managerTopics).toEqual(
    named(events.map((item) => [item.name, toEventSelector(item as AbiEvent)])),
  )
  const errors = managerAbi.filter((item) => item.type === 'error')
  expect(managerErrorSelectors).toEqual(named(errors.map((item) => [item.name, selectorIn(item)])))
  const vault = vaultAbi.filter((item) => item.type === 'function').map(selectorIn)
  expect(vault).toEqual(expect.arrayContaining(Object.values(vaultSelectors)))
})

test('behavior: nothing is in the interface of the Manager twice', () => {
  const texts = managerAbi.map((item) => `${item.type} ${item.name} ${selectorIn(item)}`)
  expect(new Set(texts).size).toBe(texts.length)
})

test('behavior: the published hashes of the contract are ours', () => {
  expect(managerSelectors).toMatchObject({
    manageVaultWithMerkleVerification: '0x244b0f6a',
    setManageRoot: '0x21801a99',
    manageRoot: '0x5ca58a99',
    pause: '0x8456cb59',
    unpause: '0x3f4ba83a',
    isPaused: '0xb187bd26',
    flashLoan: '0x5c38449e',
    receiveFlashLoan: '0xf04f2707',
    vault: '0xfbfa77cf',
    balancerVault: '0x158274a5',
    owner: '0x8da5cb5b',
    authority: '0xbf7e214f',
    setAuthority: '0x7a9e5e4b',
    transferOwnership: '0xf2fde38b',
  })
  expect(managerTopics).toMatchObject({
    ManageRootUpdated: '0x0b958dec85f1470000479dfb22c365829411f52bcde602d24ea0abf5ac7e8860',
    BoringVaultManaged: '0x53d426e7d80bb2c8674d3b45577e2d464d423faad6531b21f95ac11ac18b1cb6',
    Paused: '0x9e87fac88ff661f02d44f95383c817fece4bce600a3dab7a54406878b965e752',
    Unpaused: '0xa45f47fdea8a1efdd9029a5691c7f759c32b7c698632b563573e155625d16933',
    AuthorityUpdated: '0xa3396fd7f6e0a21b50e5089d2da70d5ac0a3bbbd1f617a93f134b76389980198',
  })
  expect(managerTopics.OwnershipTransferred).toMatch(/^0x8be0079c/)
  const prefix = 'ManagerWithMerkleVerification__'
  expect(managerErrorSelectors).toMatchObject({
    [`${prefix}InvalidManageProofLength`]: '0x29c70cf0',
    [`${prefix}InvalidTargetDataLength`]: '0x581ddbfd',
    [`${prefix}InvalidValuesLength`]: '0xe9fd1adf',
    [`${prefix}InvalidDecodersAndSanitizersLength`]: '0xda6c1268',
    [`${prefix}FlashLoanNotExecuted`]: '0xf79b3a04',
    [`${prefix}FlashLoanNotInProgress`]: '0x26e6e2c7',
    [`${prefix}BadFlashLoanIntentHash`]: '0x1663f613',
    [`${prefix}FailedToVerifyManageProof`]: '0xc0dcd1a7',
    [`${prefix}Paused`]: '0xdbd8cb28',
    [`${prefix}OnlyCallableByBoringVault`]: '0x77ed8165',
    [`${prefix}OnlyCallableByBalancerVault`]: '0xa38bce7f',
    [`${prefix}TotalSupplyMustRemainConstantDuringPlatform`]: '0x0ecee175',
    [`${prefix}TotalSupplyMustRemainConstantDuringManagement`]: '0xcbdece43',
    AddressEmptyCode: '0x9996b315',
    FailedInnerCall: '0x1425ea42',
    AddressInsufficientBalance: '0xcd786059',
  })
  expect(vaultSelectors).toMatchObject({
    manage: '0xf6e715d0',
    manageBatch: '0x224d8703',
    enter: '0x39d6ba32',
    exit: '0x18457e61',
  })
  const eventNamed = (name: string) =>
    vaultAbi.find((item) => item.type === 'event' && item.name === name) as AbiEvent
  expect(toEventSelector(eventNamed('Enter'))).toBe(
    '0xea00f88768a86184a6e515238a549c171769fe7460a011d6fd0bcd48ca078ea4',
  )
  expect(toEventSelector(eventNamed('Exit'))).toBe(
    '0xe0c82280a1164680e0cf43be7db4c4c9f985423623ad7a544fb76c772bdc6043',
  )
})
