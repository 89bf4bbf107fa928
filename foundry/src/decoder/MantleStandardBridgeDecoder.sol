// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";
import {OutputRootProof} from "./StandardBridgeDecoder.sol";

struct MantleWithdrawalTransaction {
    uint256 nonce;
    address sender;
    address target;
    uint256 mntValue;
    uint256 ethValue;
    uint256 gasLimit;
    bytes data;
}

/// @notice The native bridge of Mantle, where ETH is a token and MNT pays for gas.
contract MantleStandardBridgeDecoder is BaseDecoder {
    function bridgeETHTo(uint256, address to, uint32, bytes calldata)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(to);
    }

    function proveWithdrawalTransaction(
        MantleWithdrawalTransaction calldata withdrawal,
        uint256,
        OutputRootProof calldata,
        bytes[] calldata
    ) external pure virtual returns (bytes memory) {
        return abi.encodePacked(withdrawal.sender, withdrawal.target);
    }

    function finalizeWithdrawalTransaction(MantleWithdrawalTransaction calldata withdrawal)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(withdrawal.sender, withdrawal.target);
    }
}
