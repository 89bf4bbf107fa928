// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";
import {BytesNotEmpty} from "./DecoderError.sol";

/// @notice The way out of Derive's chain.
contract DeriveWithdrawDecoder is BaseDecoder {
    function bridge(
        address receiver,
        uint256,
        uint256,
        address connector,
        bytes calldata extraData,
        bytes calldata options
    ) external pure virtual returns (bytes memory) {
        if (extraData.length != 0 || options.length != 0) {
            revert BytesNotEmpty();
        }
        return abi.encodePacked(receiver, connector);
    }

    function withdrawFromAppChain(address receiver, uint256, uint256, address connector)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(receiver, connector);
    }

    function withdrawToChain(
        address token,
        uint256,
        address recipient,
        address socketController,
        address connector,
        uint256
    ) external pure virtual returns (bytes memory) {
        return abi.encodePacked(token, recipient, socketController, connector);
    }
}
