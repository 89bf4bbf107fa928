import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { Button } from '../part/button.tsx'
import { DropZone } from '../part/drop-zone.tsx'
import { Page } from '../part/page.tsx'
import parts from '../part/part.module.css'
import { Failure, Loading } from '../part/state.tsx'
import { TextArea } from '../part/text/field.tsx'
import { svmTransactionIn } from '../solana/signing/svm-packet.ts'
import { arrivedLink, takeLink } from './link-arrival.ts'
import { isReviewText } from './review/review-text.ts'
import type { BesideWitness } from './witness-evidence.ts'

const SvmRoom = lazy(async () => ({
  default: (await import('../solana/signing/svm-signing-room.tsx')).SvmSigningRoom,
}))
const ReviewFile = lazy(async () => ({
  default: (await import('./review/review-room.tsx')).ReviewRoom,
}))
const Room = lazy(async () => ({ default: (await import('./signing-room.tsx')).SigningRoom }))

/** A packet's text as it came, and where it came from. */
type PacketText = {
  readonly text: string
  readonly source: string
  /** The witness that was dropped with it. */
  readonly witness?: PacketText | undefined
}

/** The sources that are not the visitor's packet. */
const samples = { sound: 'a sample', changed: 'a sample that was changed' } as const

const sampleLead =
  'A sample, made up on a local chain: sign nothing of it. No device shows its hashes; tick both, and see what the answer becomes.'

const lead =
  'See what you are asked to sign before you sign it. Everything is read, hashed and proven in this page; nothing is sent before you ask for it.'

/** Of a packet 8 MiB, of a witness in it or beside it 80. */
const largestFile = 88 * 1024 * 1024

/** The screen on which a packet is checked before it is signed. */
export function SigningScreen() {
  const [packet, setPacket] = useState<PacketText | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const [pasted, setPasted] = useState('')
  const openLink = useCallback(async () => {
    takeLink()
    const link = arrivedLink()
    if (link === null) return
    try {
      const { readPacketLink } = await import('../part/link/packet-link.ts')
      const text = await readPacketLink(link)
      if (text !== null) setPacket({ text, source: 'a link' })
    } catch (error) {
      setProblem(error)
    }
  }, [])
  useEffect(() => {
    void openLink()
    const again = () => void openLink()
    window.addEventListener('hashchange', again)
    return () => window.removeEventListener('hashchange', again)
  }, [openLink])
  const take = async (files: readonly File[]) => {
    setProblem(null)
    try {
      const texts = await Promise.all(files.map(textOf))
      const witness = texts.find(({ text }) => isWitnessText(text))
      const [packet = witness] = texts.filter((each) => each !== witness)
      if (packet !== undefined) setPacket({ ...packet, witness })
    } catch (error) {
      setProblem(error)
    }
  }
  const takeText = async (text: string) => {
    setProblem(null)
    try {
      const link = isOffline || !text.includes('multisig_') ? null : await openSafeLink(text)
      setPacket(link ?? { text, source: 'pasted text' })
    } catch (error) {
      setProblem(error)
    }
  }
  const openSample = async (kind: keyof typeof samples) => {
    setProblem(null)
    const { changedSample, samplePacket } = await import('../part/text/sample.ts')
    const text = kind === 'sound' ? samplePacket : changedSample()
    setPacket({ text, source: samples[kind] })
  }
  const isSample = packet !== null && Object.values<string>(samples).includes(packet.source)
  const close = (error: unknown = null) => {
    setPacket(null)
    setProblem(error)
  }
  const transaction = useMemo(
    () => (packet === null ? null : svmTransactionIn(packet.text)),
    [packet],
  )
  return (
    <Page
      title="Signing room"
      {...(isSample ? { lead: sampleLead } : packet === null ? { lead } : {})}
      actions={packet === null ? null : <Button onClick={() => close()}>Another packet</Button>}
    >
      <Failure title="The packet cannot be read" error={problem} />
      {packet === null ? (
        <>
          <DropZone
            title="Drop a packet here"
            hint="A Safe transaction as its service or app exports it, a Safe batch file, EIP-712 typed data, calldata, evidence, a simulation, a Solana transaction as base64, or the record of a review; the witness of a simulation beside it"
            label="Packet file"
            isBusy={false}
            take={(files) => void take(files)}
          />
          <form
            className={parts.field}
            onSubmit={(event) => {
              event.preventDefault()
              void takeText(pasted)
            }}
          >
            <TextArea
              label="Or paste it"
              rows={5}
              placeholder={`0x… calldata, the JSON of a Safe transaction,${isOffline ? '' : ' its link into Safe{Wallet},'} or base64`}
              value={pasted}
              change={setPasted}
            />
            <div className={parts.actions}>
              <Button type="submit" disabled={pasted.trim() === ''}>
                Open what I pasted
              </Button>
            </div>
          </form>
          <div className={parts.actions}>
            <Button onClick={() => void openSample('sound')}>Open a sample</Button>
            <Button onClick={() => void openSample('changed')}>
              Open a sample that was changed
            </Button>
          </div>
        </>
      ) : (
        <Suspense fallback={<Loading what="the packet" />}>
          {isReviewText(packet.text) ? (
            <ReviewFile key={packet.text} text={packet.text} refuse={close} />
          ) : transaction === null ? (
            <Room
              key={packet.text}
              text={packet.text}
              source={packet.source}
              beside={besideOf(packet)}
              refuse={close}
            />
          ) : (
            <SvmRoom key={transaction} base64={transaction} source={packet.source} refuse={close} />
          )}
        </Suspense>
      )}
    </Page>
  )
}

/** Reads a link into a Safe's web app: the service of this page is asked, never the host of the link. */
async function openSafeLink(text: string): Promise<PacketText | null> {
  const { askSafeLink, safeLinkIn } = await import('./question/safe-link.ts')
  const link = safeLinkIn(text)
  return link === null ? null : { text: await askSafeLink(link), source: 'the queue of the Safe' }
}

async function textOf(file: File): Promise<PacketText> {
  if (file.size > largestFile) {
    throw new RangeError(
      `${file.name} has ${file.size} bytes. A packet has at most 8 MiB, its witness 80 MiB.`,
    )
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
    return { text, source: file.name }
  } catch {
    throw new TypeError(`${file.name} is not text. Give calldata as hex, or JSON.`)
  }
}

/** True for a witness file, by its first key; the room reads it whole. */
function isWitnessText(text: string): boolean {
  return /^\s*\{\s*"format"\s*:\s*"vaultwright-witness"/.test(text)
}

function besideOf({ text, witness }: PacketText): BesideWitness | null {
  if (witness === undefined || witness.text === text) return null
  return { text: witness.text, broughtBy: 'packet', name: witness.source }
}
