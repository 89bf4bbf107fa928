// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {OptimismPortal} from "./OptimismPortal.sol";

/// @notice An OP-stack-like bridge: tokens are locked here, native currency in the portal.
contract L1StandardBridge {
    using SafeERC20 for IERC20;

    address public immutable portal;
    address public immutable otherBridge;
    mapping(address localToken => mapping(address remoteToken => uint256)) public deposits;

    event ETHDepositInitiated(
        address indexed from, address indexed to, uint256 amount, bytes extraData
    );
    event ETHBridgeInitiated(
        address indexed from, address indexed to, uint256 amount, bytes extraData
    );
    event ERC20DepositInitiated(
        address indexed l1Token,
        address indexed l2Token,
        address indexed from,
        address to,
        uint256 amount,
        bytes extraData
    );
    event ERC20BridgeInitiated(
        address indexed localToken,
        address indexed remoteToken,
        address indexed from,
        address to,
        uint256 amount,
        bytes extraData
    );
    event ERC20WithdrawalFinalized(
        address indexed l1Token,
        address indexed l2Token,
        address indexed from,
        address to,
        uint256 amount,
        bytes extraData
    );
    event ERC20BridgeFinalized(
        address indexed localToken,
        address indexed remoteToken,
        address indexed from,
        address to,
        uint256 amount,
        bytes extraData
    );
    event ETHWithdrawalFinalized(
        address indexed from, address indexed to, uint256 amount, bytes extraData
    );
    event ETHBridgeFinalized(
        address indexed from, address indexed to, uint256 amount, bytes extraData
    );

    modifier onlyOtherBridge() {
        require(
            msg.sender == portal && OptimismPortal(portal).l2Sender() == otherBridge,
            "StandardBridge: function can only be called from the other bridge"
        );
        _;
    }

    constructor(address portal_, address otherBridge_) {
        portal = portal_;
        otherBridge = otherBridge_;
    }

    function bridgeETHTo(address to, uint32 minGasLimit, bytes calldata extraData)
        external
        payable
    {
        emit ETHDepositInitiated(msg.sender, to, msg.value, extraData);
        emit ETHBridgeInitiated(msg.sender, to, msg.value, extraData);
        OptimismPortal(portal).depositTransaction{value: msg.value}(
            otherBridge, msg.value, minGasLimit, false, abi.encode(msg.sender, to, extraData)
        );
    }

    function bridgeERC20To(
        address localToken,
        address remoteToken,
        address to,
        uint256 amount,
        uint32 minGasLimit,
        bytes calldata extraData
    ) external {
        IERC20(localToken).safeTransferFrom(msg.sender, address(this), amount);
        deposits[localToken][remoteToken] += amount;
        emit ERC20DepositInitiated(localToken, remoteToken, msg.sender, to, amount, extraData);
        emit ERC20BridgeInitiated(localToken, remoteToken, msg.sender, to, amount, extraData);
        bytes memory message =
            abi.encode(remoteToken, localToken, msg.sender, to, amount, extraData);
        OptimismPortal(portal).depositTransaction(otherBridge, 0, minGasLimit, false, message);
    }

    function finalizeBridgeETH(address from, address to, uint256 amount, bytes calldata extraData)
        external
        payable
        onlyOtherBridge
    {
        require(msg.value == amount, "StandardBridge: amount sent does not match amount required");
        emit ETHWithdrawalFinalized(from, to, amount, extraData);
        emit ETHBridgeFinalized(from, to, amount, extraData);
        (bool sent,) = to.call{value: amount}("");
        require(sent, "StandardBridge: ETH transfer failed");
    }

    function finalizeBridgeERC20(
        address localToken,
        address remoteToken,
        address from,
        address to,
        uint256 amount,
        bytes calldata extraData
    ) external onlyOtherBridge {
        deposits[localToken][remoteToken] -= amount;
        IERC20(localToken).safeTransfer(to, amount);
        emit ERC20WithdrawalFinalized(localToken, remoteToken, from, to, amount, extraData);
        emit ERC20BridgeFinalized(localToken, remoteToken, from, to, amount, extraData);
    }
}
