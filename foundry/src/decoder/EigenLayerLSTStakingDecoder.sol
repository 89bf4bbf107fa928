// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";
import {EigenLayerLSTStakingDecoderAndSanitizer__CanOnlyReceiveAsTokens} from "./DecoderError.sol";
import {packAddresses} from "./Packing.sol";

struct Withdrawal {
    address staker;
    address delegatedTo;
    address withdrawer;
    uint256 nonce;
    uint32 startBlock;
    address[] strategies;
    uint256[] shares;
}

struct QueuedWithdrawal {
    address[] strategies;
    uint256[] shares;
    address withdrawer;
}

struct SignatureWithExpiry {
    bytes signature;
    uint256 expiry;
}

struct EarnerLeaf {
    address earner;
    bytes32 earnerTokenRoot;
}

struct TokenLeaf {
    address token;
    uint256 cumulativeEarnings;
}

struct RewardsClaim {
    uint32 rootIndex;
    uint32 earnerIndex;
    bytes earnerTreeProof;
    EarnerLeaf earnerLeaf;
    uint32[] tokenIndices;
    bytes[] tokenTreeProofs;
    TokenLeaf[] tokenLeaves;
}

/// @notice EigenLayer: liquid staking tokens restaked and delegated; withdrawals are received as
/// tokens only.
contract EigenLayerLSTStakingDecoder is BaseDecoder {
    function depositIntoStrategy(address strategy, address token, uint256)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(strategy, token);
    }

    function delegateTo(address operator, SignatureWithExpiry calldata, bytes32)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(operator);
    }

    function undelegate(address staker) external pure virtual returns (bytes memory) {
        return abi.encodePacked(staker);
    }

    function queueWithdrawals(QueuedWithdrawal[] calldata queued)
        external
        pure
        virtual
        returns (bytes memory packed)
    {
        for (uint256 i; i < queued.length; ++i) {
            packed = abi.encodePacked(
                packed, packAddresses(queued[i].strategies), queued[i].withdrawer
            );
        }
    }

    function completeQueuedWithdrawals(
        Withdrawal[] calldata withdrawals,
        address[][] calldata tokens,
        bool[] calldata receiveAsTokens
    ) external pure virtual returns (bytes memory) {
        return _packCompleted(withdrawals, tokens, receiveAsTokens);
    }

    function completeQueuedWithdrawals(
        Withdrawal[] calldata withdrawals,
        address[][] calldata tokens,
        uint256[] calldata,
        bool[] calldata receiveAsTokens
    ) external pure virtual returns (bytes memory) {
        return _packCompleted(withdrawals, tokens, receiveAsTokens);
    }

    function setClaimerFor(address claimer) external pure virtual returns (bytes memory) {
        return abi.encodePacked(claimer);
    }

    function processClaim(RewardsClaim calldata, address recipient)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(recipient);
    }

    /// @dev Of each withdrawal's tokens as many are packed as there are lists of tokens. What
    /// `receiveAsTokens` says beyond the withdrawals is not looked at.
    function _packCompleted(
        Withdrawal[] calldata withdrawals,
        address[][] calldata tokens,
        bool[] calldata receiveAsTokens
    ) private pure returns (bytes memory packed) {
        for (uint256 i; i < withdrawals.length; ++i) {
            if (!receiveAsTokens[i]) {
                revert EigenLayerLSTStakingDecoderAndSanitizer__CanOnlyReceiveAsTokens();
            }
        }
        for (uint256 i; i < withdrawals.length; ++i) {
            Withdrawal calldata withdrawal = withdrawals[i];
            packed = abi.encodePacked(
                packed,
                withdrawal.staker,
                withdrawal.delegatedTo,
                withdrawal.withdrawer,
                packAddresses(withdrawal.strategies)
            );
            for (uint256 j; j < tokens.length; ++j) {
                packed = abi.encodePacked(packed, tokens[i][j]);
            }
        }
    }
}
