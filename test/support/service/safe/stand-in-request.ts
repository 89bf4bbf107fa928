import { type Address, type Hex, isSameAddress, zeroAddress } from '@vaultwright/base'
import type { TypedData } from '@vaultwright/safe'
import { recoverTypedDataAddress } from 'viem'

/** A row of the service, or the body of a request. */
export type Row = { [field: string]: unknown }

/** Recovers who signed typed data of this hour or the last; null where it is none of the signers. */
export async function signerOf(
  make: (atUnix: number) => TypedData,
  signature: Hex,
  signers: readonly unknown[],
) {
  const now = Math.floor(Date.now() / 1_000)
  for (const atUnix of [now, now - 3_600]) {
    const data = make(atUnix) as Parameters<typeof recoverTypedDataAddress>[0]
    const signer = await recoverTypedDataAddress({ ...data, signature }).catch(() => zeroAddress)
    if (
      signers.some(
        (one) => typeof one === 'string' && isSameAddress(one as Address, signer as Address),
      )
    )
      return signer
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
