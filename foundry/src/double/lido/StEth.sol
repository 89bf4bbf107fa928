// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {SharesToken} from "../token/SharesToken.sol";

/// @notice stETH-like: ether in, rebasing shares out; rewards are sent in, losses are cut by the owner.
contract StEth is SharesToken, Ownable {
    event Submitted(address indexed sender, uint256 amount, address referral);
    event SharesBurnt(
        address indexed account,
        uint256 preRebaseTokenAmount,
        uint256 postRebaseTokenAmount,
        uint256 sharesAmount
    );
    event RewardsReceived(uint256 amount);
    event WithdrawalQueueSet(address indexed queue);

    error ZeroDeposit();
    error OnlyWithdrawalQueue();
    error NativeTransferFailed();

    string public constant name = "Liquid staked Ether 2.0";
    string public constant symbol = "stETH";

    address public withdrawalQueue;
    uint256 private _pooledEther;

    constructor(address owner) Ownable(owner) {}

    receive() external payable {
        _submit(address(0));
    }

    function submit(address referral) external payable returns (uint256 shares) {
        return _submit(referral);
    }

    function transferShares(address to, uint256 shares) external returns (uint256 amount) {
        amount = _toAmount(shares);
        if (to == address(0) || to == address(this)) revert ZeroReceiver();
        _burnShares(msg.sender, shares);
        _mintShares(to, shares);
        emit Transfer(msg.sender, to, amount);
        emit TransferShares(msg.sender, to, shares);
    }

    function sharesOf(address account) external view returns (uint256) {
        return _shares[account];
    }

    function getTotalShares() external view returns (uint256) {
        return _totalShares;
    }

    function getTotalPooledEther() external view returns (uint256) {
        return _pooledEther;
    }

    function getPooledEthByShares(uint256 shares) external view returns (uint256) {
        return _toAmount(shares);
    }

    function getSharesByPooledEth(uint256 amount) external view returns (uint256) {
        return _toShares(amount);
    }

    /// @notice Raises every balance by the ether sent.
    function receiveRewards() external payable {
        _pooledEther += msg.value;
        emit RewardsReceived(msg.value);
    }

    /// @notice Lowers every balance: `amount` of ether goes to the owner.
    function takeLoss(uint256 amount) external onlyOwner {
        _pooledEther -= amount;
        _pay(owner(), amount);
    }

    function setWithdrawalQueue(address queue) external onlyOwner {
        withdrawalQueue = queue;
        emit WithdrawalQueueSet(queue);
    }

    /// @notice Burns the queue's own `shares` for `amount` of ether.
    function redeemForQueue(uint256 shares, uint256 amount) external {
        if (msg.sender != withdrawalQueue) revert OnlyWithdrawalQueue();
        uint256 worth = _toAmount(shares);
        _burnShares(msg.sender, shares);
        _pooledEther -= amount;
        emit SharesBurnt(msg.sender, worth, _toAmount(shares), shares);
        _pay(msg.sender, amount);
    }

    function _submit(address referral) private returns (uint256 shares) {
        if (msg.value == 0) revert ZeroDeposit();
        shares = _toShares(msg.value);
        _mintShares(msg.sender, shares);
        _pooledEther += msg.value;
        emit Submitted(msg.sender, msg.value, referral);
        emit Transfer(address(0), msg.sender, _toAmount(shares));
        emit TransferShares(address(0), msg.sender, shares);
    }

    function _pay(address to, uint256 amount) private {
        (bool sent,) = to.call{value: amount}("");
        if (!sent) revert NativeTransferFailed();
    }

    function _pooled() internal view override returns (uint256) {
        return _pooledEther;
    }
}
