import {
  namingFor,
  packetAnswer,
  packetRootOf,
  type RootInputs,
  requiredApprovalsOf,
  rootInputsOf,
  withReasons,
} from '@vaultwright/check'
import {
  accountOf,
  type HandOver,
  judgePacket,
  nothingCompared,
  openPacket,
  type Packet,
  type PacketAccount,
} from '@vaultwright/packet'
import { ruleBook } from '@vaultwright/protocols'
import type { ReviewPolicyData } from '@vaultwright/wire'
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { ProvenanceLegend } from '../part/band/provenance.tsx'
import parts from '../part/part.module.css'
import { useReplay } from '../proof/replay/use-replay.ts'
import { noHash, type TypedHash } from '../proof/typed-hash.ts'
import { useNamed } from '../session/book/use-book.ts'
import { useReviewReasons } from '../session/review/use-review-reasons.ts'
import { CallList } from './call-list.tsx'
import { PacketBand } from './packet-band.tsx'
import { PacketFile } from './packet-file.tsx'
import { simulationQuestionOf } from './question/simulation-question.ts'
import { RootSection } from './root-section.tsx'
import styles from './signing.module.css'
import { ServedCard, SimulationSection } from './simulation-section.tsx'
import { readWalletForm, type WalletForm, walletFormOf } from './wallet-form.ts'
import { type HashTicks, noTicks, WalletSection } from './wallet-section.tsx'
import { WhySection } from './why-section.tsx'
import { WitnessCard } from './witness-card.tsx'
import {
  type BesideWitness,
  layerOf,
  openBesideWitness,
  packetSimulationOf,
} from './witness-evidence.ts'

const ReviewPanel = isOffline
  ? null
  : lazy(async () => ({
      default: (await import('../session/review/review-panel.tsx')).ReviewPanel,
    }))

/** Opens the packet, or hands the reason back. */
export function SigningRoom(props: {
  readonly text: string
  readonly source: string
  /** A witness that was dropped with the packet; null without one. */
  readonly beside: BesideWitness | null
  readonly refuse: (error: unknown) => void
}) {
  const { text, source, beside, refuse } = props
  const opened = useMemo(() => {
    try {
      const packet = openPacket(text)
      return { packet, inputs: rootInputsOf(packet.handOver, `in ${source}`), error: null }
    } catch (error) {
      return { packet: null, inputs: null, error }
    }
  }, [text, source])
  useEffect(() => {
    if (opened.packet === null) refuse(opened.error)
  }, [opened, refuse])
  return opened.packet === null ? null : (
    <OpenRoom packet={opened.packet} source={source} arrived={beside} brought={opened.inputs} />
  )
}

/** The room: the answer first, then what the device must show, then everything that the answer rests on. */
function OpenRoom(props: {
  readonly packet: Packet
  readonly source: string
  readonly arrived: BesideWitness | null
  /** The tree and the proof that came in the packet's file. */
  readonly brought: RootInputs
}) {
  const { packet, source, arrived, brought } = props
  const [form, setForm] = useState<WalletForm>(() => walletFormOf(packet))
  const [ticks, setTicks] = useState<HashTicks>(noTicks)
  const [inputs, setInputs] = useState<RootInputs>(brought)
  const [beside, setBeside] = useState(() => arrived ?? insideWitness(packet, source))
  const [typed, setTyped] = useState<TypedHash>(noHash)
  const [simulationId, setSimulationId] = useState(packet.simulationId)
  const wallet = useMemo(() => readWalletForm(form), [form])
  const root = useMemo(() => packetRootOf(inputs), [inputs])
  const chainId = wallet.account.chainId ?? accountOf(packet).chainId
  const { tree, drones, vault: statedVault } = inputs
  const fileNaming = useMemo(
    () => namingFor(chainId, { tree, drones, vault: statedVault }),
    [chainId, tree, drones, statedVault],
  )
  const naming = useNamed(fileNaming, chainId)
  const first = useMemo(() => {
    const evidence = { account: wallet.account, isOtherOnDevice: false, root, naming }
    const signingInputs = {
      rules: ruleBook,
      compared: nothingCompared,
      reads: {},
      simulation: null,
    }
    return judgePacket(packet, { ...evidence, ...signingInputs })
  }, [packet, wallet, root, naming])
  const opened = useMemo(() => (beside === null ? null : openBesideWitness(beside)), [beside])
  const layer = useMemo(() => layerOf(opened, first, chainId), [opened, first, chainId])
  // A witness of another call is not run: whatever it comes to, it is not about this packet.
  const replay = useReplay(layer?.match.ok === true ? beside!.text : null, typed.hash)
  const simulation = useMemo(
    () => packetSimulationOf(opened, typed, replay),
    [opened, typed, replay],
  )
  const verdict = useMemo(() => {
    const { isOther: isOtherOnDevice, ...compared } = ticks
    const { hashed } = first
    // A tick is of the hash that it was set at: it falls when the hash changes.
    const valid = hashed.ok
      ? {
          domain: compared.domain === hashed.shown.domain ? compared.domain : null,
          message: compared.message === hashed.shown.message ? compared.message : null,
          transaction:
            compared.transaction === hashed.shown.transaction ? compared.transaction : null,
        }
      : compared
    const evidence = { account: wallet.account, isOtherOnDevice, root, naming, simulation }
    return judgePacket(packet, { ...evidence, rules: ruleBook, compared: valid, reads: {} })
  }, [packet, first, wallet, ticks, root, naming, simulation])
  const review = useReviewReasons()
  const requiredOf = useCallback(
    (policy: ReviewPolicyData) => requiredApprovalsOf(policy, first.calls, chainId),
    [first, chainId],
  )
  const answer = useMemo(() => {
    const judged = packetAnswer(verdict, naming)
    return { ...judged, verdict: withReasons(judged.verdict, review.reasons) }
  }, [verdict, naming, review.reasons])
  const vault = inputs.tree?.file.metadata.vault ?? inputs.vault
  const handOver = useMemo(
    () => handOverOf(packet, { ...wallet.account, chainId }, inputs),
    [packet, wallet, chainId, inputs],
  )
  const question = isOffline ? null : simulationQuestionOf(verdict, { chainId, vault })
  return (
    <div className={styles.room} data-focus>
      <PacketBand {...{ answer, verdict, naming, chainId, vault, root }} />
      <div className={parts.split}>
        <div className={styles.column}>
          <WalletSection {...{ packet, form, setForm, wallet, verdict, ticks, setTicks }} />
          <CallList verdict={verdict} naming={naming} root={root} />
        </div>
        <div className={styles.column}>
          {ReviewPanel === null || verdict.contentHash === null ? null : (
            <Suspense>
              <ReviewPanel
                key={verdict.contentHash}
                subject={{ kind: 'packet', hash: verdict.contentHash }}
                say={review.say}
                requiredOf={requiredOf}
              />
            </Suspense>
          )}
          <WhySection packet={packet} verdict={verdict} answer={answer} />
          <RootSection {...{ packet, chainId, inputs, brought, setInputs, root, verdict }} />
          <SimulationSection isEmpty={opened === null}>
            <WitnessCard
              {...{ opened, setBeside, layer, chainId, typed, setTyped, simulationId }}
            />
            {question === null ? null : (
              <ServedCard key={question.calldata} question={question} onKept={setSimulationId} />
            )}
          </SimulationSection>
          <PacketFile
            packet={packet}
            source={source}
            witness={beside?.text ?? null}
            handOver={handOver}
          />
        </div>
      </div>
      <ProvenanceLegend />
    </div>
  )
}

/** The facts that the next signer gets beside the packet: all that this one has, but no tick. */
function handOverOf(packet: Packet, account: PacketAccount, inputs: RootInputs): HandOver {
  // What the packet names itself is not said twice.
  const packetAccount = accountOf({ ...packet, handOver: null })
  const { tree, managerTree, proof } = inputs
  return {
    safe: packetAccount.safe === null ? account.safe : null,
    chainId: packetAccount.chainId === null ? account.chainId : null,
    version: account.version,
    nonce: packetAccount.nonce === null ? account.nonce : null,
    vault: tree?.file.metadata.vault ?? inputs.vault,
    tree: tree?.text ?? null,
    managerTree: managerTree?.text ?? null,
    rootProof: proof?.text ?? null,
    simulationId: packet.simulationId,
  }
}

function insideWitness({ witness }: Packet, source: string): BesideWitness | null {
  return witness === null ? null : { text: witness, broughtBy: 'packet', name: `in ${source}` }
}
