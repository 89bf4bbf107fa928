import { useQuery } from '@tanstack/react-query'
import type { FittedLink } from '@vaultwright/packet'
import { useState } from 'react'
import { maxCodeLength } from '../../part/link/qr-code.tsx'
import { sessionClient } from '../../session/session-client.ts'
import type { ProvenCalldata, SafeInput } from './hand-over.ts'

export type HandOverMaker = typeof import('./hand-over.ts')

/** Everything that is handed over, and the one link that holds it; made in this page. */
export type SignerLink = {
  readonly maker: HandOverMaker
  readonly handOver: ProvenCalldata
  /** The batch file of the Safe web app. */
  readonly batch: string
  readonly input: SafeInput
  readonly setInput: (input: SafeInput) => void
  /** Null while it is made, and where the packet is too large for a link. */
  readonly link: string | null
  /** The link that one QR code holds, with what it has no room for; null where no code holds the packet. */
  readonly codeLink: FittedLink | null
  /** Facts that signers have to add or compare besides their device, in words; empty where nothing is missing. */
  readonly gaps: readonly string[]
  readonly isTooLarge: boolean
  /** Why no link can be made of what was typed; null if one can. */
  readonly problem: Error | null
}

/** Makes the link for signers; null while its parts are loaded, and where nothing is handed over. */
export function useSignerLink(
  handOver: ProvenCalldata | null,
  simulationId: string | null,
): SignerLink | null {
  const { calldata = '', place } = handOver ?? {}
  const [typed, setInput] = useState<SafeInput | null>(null)
  const input = typed ?? { safe: place?.strategist ?? '', version: '1.4.1', nonce: '' }
  const maker = useQuery({
    queryKey: ['hand-over', calldata],
    enabled: handOver !== null,
    queryFn: async () => {
      const files = await import('./hand-over.ts')
      // The file names its time: one time, so that file and link are the same packet.
      return { files, batch: files.safeBatchText(handOver!, Date.now()) }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const proof = useQuery({
    queryKey: ['root-proof', calldata],
    enabled: handOver !== null,
    queryFn: async () => {
      const { chain, vault, strategist } = place!
      const request = { chain, vault_address: vault, strategist_address: strategist }
      return JSON.stringify(await sessionClient().getRootProof(request))
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const rootProof = proof.data ?? null
  const fitted = useQuery({
    queryKey: ['signer-link', calldata, input, rootProof, simulationId],
    enabled: maker.data !== undefined && !proof.isPending,
    queryFn: async () => {
      const { files, batch } = maker.data!
      const beside = files.signerFileOf(handOver!, { input, rootProof, simulationId })
      const { fitPacketLink } = await import('../../part/link/packet-link.ts')
      const whole = { text: batch, handOver: beside, witness: null }
      const base = `${location.origin}/console/sign`
      const fitted = await fitPacketLink(whole, base)
      return { fitted, codeLink: await fitPacketLink(whole, base, maxCodeLength), beside }
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (handOver === null || maker.data === undefined) return null
  const link = fitted.data?.fitted ?? null
  return {
    maker: maker.data.files,
    batch: maker.data.batch,
    handOver,
    input,
    setInput,
    link: link?.link ?? null,
    codeLink: fitted.data?.codeLink ?? null,
    gaps: fitted.data === undefined ? [] : gapsOf(input, fitted.data),
    isTooLarge: fitted.data !== undefined && link === null,
    problem: fitted.error,
  }
}

type Fitted = {
  readonly fitted: { readonly leftOut: readonly string[] } | null
  readonly beside: { readonly rootProof: string | null; readonly tree: string | null }
}

function gapsOf({ safe, nonce }: SafeInput, { fitted, beside }: Fitted): readonly string[] {
  return [
    ...(safe.trim() === '' ? ['the Safe'] : []),
    ...(nonce.trim() === '' ? ['the nonce of the Safe'] : []),
    ...(beside.rootProof === null ? ['the proof of the root'] : []),
    ...(fitted?.leftOut ?? []),
  ]
}
