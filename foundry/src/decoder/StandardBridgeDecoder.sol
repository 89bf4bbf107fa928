// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";

struct WithdrawalTransaction {
    uint256 nonce;
    address sender;
    address target;
    uint256 value;
    uint256 gasLimit;
    bytes data;
}

struct OutputRootProof {
    bytes32 version;
    bytes32 stateRoot;
    bytes32 messagePasserStorageRoot;
    bytes32 latestBlockhash;
}

/// @notice The native bridge of the OP Stack.
contract StandardBridgeDecoder is BaseDecoder {
    function bridgeERC20To(
        address localToken,
        address remoteToken,
        address to,
        uint256,
        uint32,
        bytes calldata
    ) external pure virtual returns (bytes memory) {
        return abi.encodePacked(localToken, remoteToken, to);
    }

    function bridgeETHTo(address to, uint32, bytes calldata)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(to);
    }

    function proveWithdrawalTransaction(
        WithdrawalTransaction calldata withdrawal,
        uint256,
        OutputRootProof calldata,
        bytes[] calldata
    ) external pure virtual returns (bytes memory) {
        return abi.encodePacked(withdrawal.sender, withdrawal.target);
    }

    function finalizeWithdrawalTransaction(WithdrawalTransaction calldata withdrawal)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(withdrawal.sender, withdrawal.target);
    }
}
