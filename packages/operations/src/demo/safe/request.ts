import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import type { TypedData } from '@vaultwright/safe'
import { getAddress, isAddress, recoverTypedDataAddress } from 'viem'

/** A row of the service, or the body of a request. */
export type Row = { [field: string]: unknown }

/** A request to a service of queues. */
export type StandInRequest = { readonly method: string; readonly url: URL; readonly body: Row }

/** An answer of a service of queues. */
export type StandInReply = { readonly status: number; readonly body?: unknown }

/** A refusal in the service's own shape. */
export function refuse(status: number, text: string): StandInReply {
  return { status, body: { nonFieldErrors: [text] } }
}

export const notFound: StandInReply = { status: 404, body: { detail: 'Not found.' } }

/** True for an address in its own letter case: services take no other. */
export function isChecksummed(text: unknown): text is Address {
  return typeof text === 'string' && isAddress(text, { strict: true }) && getAddress(text) === text
}

/** Recovers who signed typed data of this hour or the last; null where it is none of the signers. */
export async function signerOf(
  make: (atUnix: number) => TypedData,
  signature: Hex,
  signers: readonly unknown[],
): Promise<Address | null> {
  const now = Math.floor(Date.now() / 1_000)
  for (const atUnix of [now, now - 3_600]) {
    const data = make(atUnix) as Parameters<typeof recoverTypedDataAddress>[0]
    const signer = await recoverTypedDataAddress({ ...data, signature }).catch(() => null)
    const isOf = (account: unknown) =>
      typeof account === 'string' && signer !== null && isSameAddress(account as Address, signer)
    if (signers.some(isOf)) return signer
  }
  return null
}

/** Cuts the page of a list that a request asks for. */
export function pageOf(list: readonly Row[], url: URL) {
  const limit = Math.min(Number(url.searchParams.get('limit') ?? 100), 200)
  const offset = Number(url.searchParams.get('offset') ?? 0)
  const isMore = offset + limit < list.length
  const results = structuredClone(list.slice(offset, offset + limit))
  return { count: list.length, next: isMore ? `${url.origin}/next` : null, previous: null, results }
}
