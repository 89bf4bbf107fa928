// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";
import {
    ArbitrumNativeBridgeDecoderAndSanitizer__MaxGasPriceBid,
    BytesNotEmpty,
    GasLimitNotSupported
} from "./DecoderError.sol";

/// @notice The native bridge of Arbitrum, both sides: no retryable ticket may carry a call.
contract ArbitrumNativeBridgeDecoder is BaseDecoder {
    uint256 private constant MAX_GAS_PRICE = 100 gwei;
    uint256 private constant MIN_GAS_LIMIT = 25_000;

    function createRetryableTicket(
        address to,
        uint256,
        uint256,
        address excessFeeRefundAddress,
        address callValueRefundAddress,
        uint256 gasLimit,
        uint256 maxFeePerGas,
        bytes calldata data
    ) external pure virtual returns (bytes memory) {
        _requireGas(gasLimit, maxFeePerGas);
        if (data.length != 0) revert BytesNotEmpty();
        return abi.encodePacked(to, excessFeeRefundAddress, callValueRefundAddress);
    }

    function unsafeCreateRetryableTicket(
        address to,
        uint256,
        uint256,
        address excessFeeRefundAddress,
        address callValueRefundAddress,
        uint256 gasLimit,
        uint256 maxFeePerGas,
        bytes calldata data
    ) external pure virtual returns (bytes memory) {
        _requireGas(gasLimit, maxFeePerGas);
        if (data.length != 0) revert BytesNotEmpty();
        return abi.encodePacked(to, excessFeeRefundAddress, callValueRefundAddress);
    }

    function outboundTransfer(
        address token,
        address to,
        uint256,
        uint256,
        uint256 gasPriceBid,
        bytes calldata data
    ) external pure virtual returns (bytes memory) {
        _requireNoExtraData(data);
        _requireGasPrice(gasPriceBid);
        return abi.encodePacked(token, to);
    }

    function outboundTransferCustomRefund(
        address token,
        address refundTo,
        address to,
        uint256,
        uint256,
        uint256 gasPriceBid,
        bytes calldata data
    ) external pure virtual returns (bytes memory) {
        _requireNoExtraData(data);
        _requireGasPrice(gasPriceBid);
        return abi.encodePacked(token, refundTo, to);
    }

    /// @dev The way back: on the other chain's side there is no ticket to pay for.
    function outboundTransfer(address l1Token, address to, uint256, bytes calldata data)
        external
        pure
        virtual
        returns (bytes memory)
    {
        if (data.length != 0) revert BytesNotEmpty();
        return abi.encodePacked(l1Token, to);
    }

    function executeTransaction(
        bytes32[] calldata,
        uint256,
        address l2Sender,
        address to,
        uint256,
        uint256,
        uint256,
        uint256,
        bytes calldata
    ) external pure virtual returns (bytes memory) {
        return abi.encodePacked(l2Sender, to);
    }

    function depositEth() external pure virtual returns (bytes memory) {
        return "";
    }

    function withdrawEth(address destination) external pure virtual returns (bytes memory) {
        return abi.encodePacked(destination);
    }

    function redeem(bytes32) external pure virtual returns (bytes memory) {
        return "";
    }

    function _requireGas(uint256 gasLimit, uint256 gasPrice) private pure {
        _requireGasPrice(gasPrice);
        if (gasLimit < MIN_GAS_LIMIT) revert GasLimitNotSupported();
    }

    function _requireGasPrice(uint256 gasPrice) private pure {
        if (gasPrice > MAX_GAS_PRICE) {
            revert ArbitrumNativeBridgeDecoderAndSanitizer__MaxGasPriceBid();
        }
    }

    function _requireNoExtraData(bytes calldata data) private pure {
        (, bytes memory extraData) = abi.decode(data, (uint256, bytes));
        if (extraData.length != 0) revert BytesNotEmpty();
    }
}
