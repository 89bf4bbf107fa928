// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {EEth} from "./EEth.sol";
import {LiquidityPool} from "./LiquidityPool.sol";

/// @notice Holds eETH of withdrawals and pays ether for the NFT once its request is finalized.
contract WithdrawRequestNft is ERC721, Ownable {
    event WithdrawRequestCreated(
        uint32 indexed requestId,
        uint256 amountOfEEth,
        uint256 shareOfEEth,
        address owner,
        uint256 fee
    );
    event WithdrawRequestClaimed(
        uint32 indexed requestId,
        uint256 amountOfEEth,
        uint256 burntShareOfEEth,
        address owner,
        uint256 fee
    );
    event WithdrawRequestFinalized(uint32 requestId);

    error IncorrectCaller();
    error NotTheOwnerOfNft();
    error RequestNotFinalized();
    error InvalidRequestId();
    error SendFail();

    struct WithdrawRequest {
        uint96 amountOfEEth;
        uint96 shareOfEEth;
    }

    LiquidityPool public immutable liquidityPool;
    EEth public immutable eETH;
    uint32 public nextRequestId = 1;
    uint32 public lastFinalizedRequestId;
    mapping(uint256 => WithdrawRequest) private _requests;

    constructor(address owner, address pool, address eEth)
        ERC721("Withdraw Request NFT", "WithdrawRequestNFT")
        Ownable(owner)
    {
        liquidityPool = LiquidityPool(pool);
        eETH = EEth(eEth);
    }

    receive() external payable {}

    function requestWithdraw(uint96 amount, uint96 share, address recipient)
        external
        returns (uint256)
    {
        if (msg.sender != address(liquidityPool)) revert IncorrectCaller();
        uint32 requestId = nextRequestId++;
        _requests[requestId] = WithdrawRequest(amount, share);
        _mint(recipient, requestId);
        emit WithdrawRequestCreated(requestId, amount, share, recipient, 0);
        return requestId;
    }

    function finalizeRequests(uint256 requestId) external onlyOwner {
        if (requestId < lastFinalizedRequestId || requestId >= nextRequestId) {
            revert InvalidRequestId();
        }
        lastFinalizedRequestId = uint32(requestId);
        emit WithdrawRequestFinalized(uint32(requestId));
    }

    /// @notice Pays what was asked, or what its shares are worth if less.
    function claimWithdraw(uint256 requestId) external {
        if (ownerOf(requestId) != msg.sender) revert NotTheOwnerOfNft();
        if (requestId > lastFinalizedRequestId) revert RequestNotFinalized();
        WithdrawRequest memory request = _requests[requestId];
        delete _requests[requestId];
        _burn(requestId);
        uint256 amount = Math.min(request.amountOfEEth, eETH.amountForShare(request.shareOfEEth));
        liquidityPool.withdraw(amount, request.shareOfEEth);
        (bool sent,) = msg.sender.call{value: amount}("");
        if (!sent) revert SendFail();
        emit WithdrawRequestClaimed(uint32(requestId), amount, request.shareOfEEth, msg.sender, 0);
    }
}
