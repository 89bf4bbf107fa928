// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";
import {OutputRootProof, WithdrawalTransaction} from "./StandardBridgeDecoder.sol";

/// @notice The bridge of wstETH to rollups of the OP Stack.
contract LidoStandardBridgeDecoder is BaseDecoder {
    function depositERC20To(
        address localToken,
        address remoteToken,
        address to,
        uint256,
        uint32,
        bytes calldata
    ) external pure virtual returns (bytes memory) {
        return abi.encodePacked(localToken, remoteToken, to);
    }

    function withdrawTo(address localToken, address to, uint256, uint32, bytes calldata)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(localToken, to);
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
