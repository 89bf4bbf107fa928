import type { KeyPairSigner } from '@solana/kit'
import { parseSvmAddress, type SvmAddress } from '@vaultwright/svm'
import { testKey } from './account.ts'

export const persons = [
  'strategist',
  'authority',
  'treasury',
  'payroll',
  /** Has no token account. */
  'newcomer',
  /** Has no right in the vault. */
  'outsider',
] as const
export type Person = (typeof persons)[number]

type PersonKeys = {
  readonly keys: Readonly<Record<Person, KeyPairSigner>>
  readonly people: Readonly<Record<Person, SvmAddress>>
}

/** The keys and addresses of all persons, which follow from their names. */
export async function keysOfPersons(): Promise<PersonKeys> {
  const signers = await Promise.all(persons.map(testKey))
  const byName = persons.map((name, index) => [name, signers[index]!] as const)
  return {
    keys: Object.fromEntries(byName) as PersonKeys['keys'],
    people: Object.fromEntries(
      byName.map(([name, { address }]) => [name, parseSvmAddress(address)]),
    ) as PersonKeys['people'],
  }
}
